import { CircleQuestionMark, Keyboard, Languages, LogOut, MapPinPlus, Moon, PanelLeft, Sun } from 'lucide-react'
import type { FoundEntry } from '../../kit/routing/define-finder.ts'
import { useHabit } from '../../kit/session/habit.ts'
import { useMay } from '../../kit/session/session.ts'
import { useThemeChange } from '../../kit/look/theme-switch.tsx'
import { changeLanguage, lang, say, type Words } from '../../kit/words/words.ts'
import { openWindow } from '../header/header-window.ts'
import { useHelpUrl } from '../header/nav-order.ts'
import { openHelp } from '../header/open-help.ts'
import { useSignOut } from '../use-sign-out.ts'

/** Global actions with their synonyms. */
export interface PaletteAction extends FoundEntry {
  also: readonly Words[]
}

interface OwnAction extends Omit<PaletteAction, 'label'> {
  title: Words
  may?: boolean
}

/** Actions of the console that the user may take. */
export function useOwnActions(): PaletteAction[] {
  const may = useMay()
  const signOut = useSignOut()
  const helpUrl = useHelpUrl()
  const { next, change } = useThemeChange()
  const dark = next === 1
  const list: OwnAction[] = [
    {
      id: 'add-scene',
      title: { zh: '添加场景', en: 'Add a scene' },
      also: [{ zh: '新建场景', en: 'New scene' }],
      icon: MapPinPlus,
      may: may('scene.write'),
      run: ({ go }) => go('/scene/manage/list', { add: 1 }),
    },
    {
      id: 'theme',
      title: dark
        ? { zh: '切换到深色主题', en: 'Switch to the dark theme' }
        : { zh: '切换到浅色主题', en: 'Switch to the light theme' },
      also: [
        { zh: '浅色主题', en: 'Light theme' },
        { zh: '深色主题', en: 'Dark theme' },
      ],
      icon: dark ? Moon : Sun,
      run: () => void change(),
    },
    {
      id: 'language',
      // one language: the text is in the language to which the user would switch
      title: { zh: 'Switch to English', en: '切换到中文' },
      also: [
        { zh: '语言：中文', en: 'Language: Chinese' },
        { zh: '语言：英文', en: 'Language: English' },
      ],
      icon: Languages,
      run: () => changeLanguage(lang === 'zh' ? 'en' : 'zh'),
    },
    {
      id: 'collapse',
      title: { zh: '收起或展开侧边菜单', en: 'Collapse or expand the side menu' },
      also: [{ zh: '侧边栏', en: 'Sidebar' }],
      icon: PanelLeft,
      run: () => useHabit.setState(({ collapse }) => ({ collapse: !collapse })),
    },
    {
      id: 'shortcuts',
      title: { zh: '键盘快捷键', en: 'Keyboard shortcuts' },
      also: [{ zh: '按键帮助', en: 'Help with keys' }],
      icon: Keyboard,
      run: () => openWindow('shortcuts'),
    },
    {
      id: 'help',
      title: { zh: '帮助', en: 'Help' },
      also: [{ zh: '文档', en: 'Documentation' }],
      icon: CircleQuestionMark,
      run: () => openHelp(helpUrl),
    },
    {
      id: 'sign-out',
      title: { zh: '退出登录', en: 'Sign out' },
      also: [{ zh: '注销登录', en: 'Log out' }],
      icon: LogOut,
      run: () => void signOut(),
    },
  ]
  return list
    .filter((action) => action.may !== false)
    .map(({ title, also, may: _, ...action }) => ({ ...action, label: say(title), also: [title, ...also] }))
}
