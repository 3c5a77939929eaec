import assert from 'node:assert/strict'
import { demoIsWhole } from './kit/demo.ts'
import { roomFaults } from './kit/page-room.ts'
import { wordFaults } from './kit/page-words.ts'
import { openVisitor, type Visitor } from './kit/visitor.ts'
import { until } from './kit/wait.ts'
import type { Journey } from './rig.ts'

// proves: 17, 18, 19

/** Something that opens over a page, by its trigger's name in both languages. */
interface Opening {
  readonly what: string
  readonly at: string
  readonly trigger: RegExp
  /** Where the trigger is; the page's content by default. */
  readonly within?: 'banner'
  readonly popup: 'dialog' | 'alertdialog' | 'menu'
}

const openings: readonly Opening[] = [
  { what: 'add device', at: '/config/device/ap', trigger: /^(添加设备|Add device)s?$/, popup: 'dialog' },
  { what: 'columns', at: '/config/device/ap', trigger: /^(列设置|选择列|列|Columns)$/, popup: 'dialog' },
  { what: 'rename', at: '/config/device/ap', trigger: /^(修改名称|Rename)/, popup: 'dialog' },
  { what: 'more of a device', at: '/config/device/ap', trigger: /^(更多操作|More)/, popup: 'menu' },
  { what: 'timers', at: '/config/device/ap', trigger: /^(定时任务|Timers)$/, popup: 'dialog' },
  { what: 'add scene', at: '/scene/manage/list', trigger: /^(添加场景|Add scene)$/, popup: 'dialog' },
  { what: 'edit scene', at: '/scene/manage/list', trigger: /^(编辑|Edit)$/, popup: 'dialog' },
  { what: 'configure scene', at: '/scene/manage/list', trigger: /^(配置|Configure)$/, popup: 'dialog' },
  { what: 'remove scene', at: '/scene/manage/list', trigger: /^(删除|Remove)$/, popup: 'alertdialog' },
  { what: 'change password', at: '/account/safe', trigger: /^(修改密码|Change password)$/, popup: 'dialog' },
  { what: 'bind phone', at: '/account/safe', trigger: /^(绑定|Bind)$/, popup: 'dialog' },
  { what: 'new token', at: '/account/safe', trigger: /^(创建令牌|New token)$/, popup: 'dialog' },
  { what: 'change name', at: '/account/info', trigger: /^(修改姓名|Change the name)$/, popup: 'dialog' },
  { what: 'upload firmware', at: '/maintenance/firmware', trigger: /^(上传固件|Upload firmware)$/, popup: 'dialog' },
  { what: 'trusted keys', at: '/maintenance/firmware', trigger: /^(受信任的公钥|Trusted keys)$/, popup: 'dialog' },
  {
    what: 'new campaign',
    at: '/maintenance/firmware?tab=campaigns',
    trigger: /^(新建升级计划|New campaign)$/,
    popup: 'dialog',
  },
  {
    what: 'add contact',
    at: '/maintenance/alert/user/contacts',
    trigger: /^(添加联系人|Add contact)$/,
    popup: 'dialog',
  },
  { what: 'rota', at: '/maintenance/alert/user/contacts', trigger: /^(值班表|On-call rota)$/, popup: 'dialog' },
  { what: 'add robot', at: '/maintenance/alert/user/robot', trigger: /^(添加机器人|Add robot)$/, popup: 'dialog' },
  { what: 'add a silence', at: '/maintenance/alert/set?tab=silences', trigger: /^(添加|Add)$/, popup: 'dialog' },
  {
    what: 'syslog sources',
    at: '/maintenance/log/sys?tab=devices',
    trigger: /^(syslog 来源|Syslog sources)$/,
    popup: 'dialog',
  },
  { what: 'account menu', at: '/scene/group', trigger: /^(账户菜单|Account menu)/, within: 'banner', popup: 'menu' },
]

export const journey: Journey = {
  title: 'What opens over a page: axe, words, room; opened, left and returned from by keyboard',
  options: { demo: true },
  async run({ url, page, signIn }) {
    await signIn()
    await demoIsWhole(url)
    const storage = await page.context().storageState()
    const browser = page.context().browser()
    assert.ok(browser)
    await page.goto(`${url}/favicon.svg`)
    const found: string[] = []
    const tour = async (lang: 'zh' | 'en') => {
      const visitor = await openVisitor(browser, { url, lang, storage })
      for (const opening of openings) found.push(...(await look(visitor, opening, lang)))
      await visitor.close()
    }
    await Promise.all([tour('zh'), tour('en')])
    assert.equal(found.length, 0, found.join('\n'))
  },
}

async function look(visitor: Visitor, { what, at, trigger, within, popup }: Opening, lang: 'zh' | 'en') {
  const { page } = visitor
  const found: string[] = []
  await visitor.visit(at)
  const button = page
    .getByRole(within ?? 'main')
    .getByRole('button', { name: trigger })
    .first()
  const opened = page.getByRole(popup).last()
  await button.focus()
  await page.keyboard.press('Enter')
  await opened.waitFor()
  await visitor.rest()
  await until('the keyboard comes in', 5_000, () =>
    opened.evaluate((element) => element.contains(document.activeElement)),
  ).catch(() => found.push('the keyboard stays outside'))
  for (const theme of ['light', 'dark'] as const) {
    await visitor.paint(theme)
    found.push(...(await visitor.axe()).map((text) => `${theme} ${text}`))
  }
  found.push(...(await wordFaults(page, lang, visitor.data)))
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await visitor.rest()
    found.push(...(await roomFaults(page)))
  }
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'hidden', timeout: 15_000 }).catch(() => found.push('Escape does not close it'))
  await until('it has the keyboard', 5_000, () =>
    button.evaluate((element) => element === document.activeElement),
  ).catch(() => found.push('the keyboard does not come back to where it opened'))
  return [...found, ...visitor.faults()].map((text) => `${what} (${lang}): ${text}`)
}
