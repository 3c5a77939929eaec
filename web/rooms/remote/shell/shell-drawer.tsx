import { RotateCw } from 'lucide-react'
import { taskReason } from '@belvedere/contract/rooms/task/reason/enums.ts'
import { useRef } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Drawer } from '../../../ui/dialogs/drawer.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { TerminalView, type TerminalHandle } from '../../../ui/terminal-view.tsx'
import { useShell, type ShellState } from './use-shell.ts'
import { can, nameOf, type ListedDevice } from '../../device/api.tsx'

/** A terminal of the device, over its connection to the platform. */
export function ShellDrawer({ device, onClose }: { device: ListedDevice; onClose: () => void }) {
  const terminal = useRef<TerminalHandle>(null)
  const { state, open, resize, type } = useShell(device.id, terminal)
  const name = nameOf(device)
  return (
    <Drawer
      open
      onClose={onClose}
      width={1100}
      title={say({ zh: '远程终端 · {name}', en: 'Remote shell · {name}' }, { name })}
    >
      <div className="flex h-full flex-col gap-3">
        <div className="flex min-h-7 items-center gap-3">
          <State state={state} />
          {dials(device) && state.at === 'open' && (
            <span className="text-xs text-soft">
              {say({
                zh: '请用设备自身的用户名和密码登录',
                en: 'Sign in with the user name and password of the device itself',
              })}
            </span>
          )}
          <span className="ml-auto text-xs text-faint">
            {say({
              zh: '会话已记入任务日志；空闲 15 分钟后断开',
              en: 'The session is in the task log; it ends after 15 idle minutes',
            })}
          </span>
          {state.at === 'closed' && (
            <Button size="s" icon={RotateCw} onClick={() => (terminal.current?.clear(), void open())}>
              {say({ zh: '重新连接', en: 'Connect again' })}
            </Button>
          )}
        </div>
        <TerminalView
          ref={terminal}
          onData={type}
          onResize={resize}
          label={say({ zh: '{name} 的终端', en: 'Terminal of {name}' }, { name })}
          className="min-h-0 flex-1"
        />
      </div>
    </Drawer>
  )
}

/** The terminal of a stock device starts with a log-in; a host with the agent starts a shell directly. */
const dials = (device: ListedDevice) => !can(device, 'cgi')

function State({ state }: { state: ShellState }) {
  if (state.at === 'open') return <Status tone="success" label={{ zh: '已连接', en: 'Connected' }} />
  if (state.at !== 'closed') {
    return (
      <span role="status" className="flex items-center gap-2 text-soft">
        <Spinner />
        {say({ zh: '正在连接…', en: 'Connecting…' })}
      </span>
    )
  }
  const known = taskReason.find(state.why)
  const why = known ? say(known) : state.why
  const label =
    say({ zh: '已断开', en: 'Closed' }) +
    (why ? `: ${why}` : '') +
    (state.exit === undefined ? '' : say({ zh: '（退出码 {exit}）', en: ' (exit {exit})' }, { exit: state.exit }))
  return <Status tone={state.exit === 0 ? 'neutral' : 'warning'} label={label} className="whitespace-normal" />
}
