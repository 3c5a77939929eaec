import type { Finding } from '../finding.ts'
import { isTest, type SyntaxNode, type SourceFile, walk } from '../source.ts'

/** Maximum of lines of a function, the first and the last one included. */
export const FUNCTION_LINES_MAX = 60

/** Folders of production code. Tests, journeys and figures run from top to bottom and have no limit. */
const bounded = /^(agent|contract|drivers|fleet|pure|scripts|server|web)\//

/** Number of longer functions that a file may still have. It only shrinks: the check refuses a higher number than needed. */
export const longFunctions: Readonly<Record<string, number>> = {
  'agent/connection/connection.ts': 1,
  'pure/device/commit-confirm.ts': 1,
  'server/base/bus/nats-bus.ts': 1,
  'server/base/bus/thread-bus.ts': 1,
  'server/base/keys/pki.ts': 1,
  'server/devices/ingest/backfill.ts': 1,
  'server/devices/ingest/fair-queue.ts': 1,
  'server/devices/ingest/ingest.ts': 1,
  'server/devices/ingest/log-intake.ts': 1,
  'server/devices/nodes/nodes.ts': 1,
  'server/gateway-thread.ts': 1,
  'server/gateways/ucentral/conformance/rig.ts': 1,
  'server/kernel/live/channels.ts': 1,
  'server/kernel/live/live.ts': 1,
  'server/rooms/remote/shell/open-shell.ts': 1,
  'server/start-server.ts': 1,
  'web/kit/cgi/cgi-table.tsx': 1,
  'web/kit/list/list-table.tsx': 1,
  'web/kit/verify/verify-form.tsx': 1,
  'web/rooms/account/login/password-form.tsx': 1,
  'web/rooms/account/login/sms-form.tsx': 1,
  'web/rooms/account/quota/quota-drawer.tsx': 1,
  'web/rooms/account/register/view.tsx': 1,
  'web/rooms/account/safe/bind-dialog.tsx': 1,
  'web/rooms/account/safe/otp-panel.tsx': 1,
  'web/rooms/account/safe/password-dialog.tsx': 1,
  'web/rooms/account/safe/token-dialog.tsx': 1,
  'web/rooms/alarm-type/config/notify-fields.tsx': 1,
  'web/rooms/alarm-type/config/type-drawer.tsx': 1,
  'web/rooms/alarm-type/config/types-panel.tsx': 1,
  'web/rooms/alarm/log/view.tsx': 1,
  'web/rooms/notify/contact/duty-dialog.tsx': 1,
  'web/rooms/notify/contact/rule-fields.tsx': 1,
  'web/rooms/notify/contact/contact-dialog.tsx': 1,
  'web/rooms/backup/backup/backup-menu.tsx': 1,
  'web/rooms/backup/backup/replace-dialog.tsx': 1,
  'web/rooms/backup/backup/restore-dialog.tsx': 1,
  'web/rooms/change/review/apply-dialog.tsx': 1,
  'web/rooms/change/review/review-page.tsx': 1,
  'web/rooms/intent/configure/group-effect.tsx': 1,
  'web/rooms/device/detail/device-detail.tsx': 1,
  'web/rooms/device-line/line-dialog.tsx': 1,
  'web/rooms/device/device-table/batch-actions.tsx': 1,
  'web/rooms/device/device-table/device-table.tsx': 1,
  'web/rooms/device-key/key/key-changes.tsx': 1,
  'web/rooms/enrol/add-device/add-device-dialog.tsx': 1,
  'web/rooms/enrol/add-device/by-scan.tsx': 1,
  'web/rooms/enrol/add-device/by-serial.tsx': 1,
  'web/rooms/enrol/add-device/claim-requests.tsx': 1,
  'web/rooms/feedback/suggest/picture-field.tsx': 1,
  'web/rooms/feedback/suggest/view.tsx': 1,
  'web/rooms/firmware/campaign/option-fields.tsx': 1,
  'web/rooms/firmware/library/describe-fields.tsx': 1,
  'web/rooms/firmware/library/upload-dialog.tsx': 1,
  'web/rooms/intent/configure/configure-dialog.tsx': 1,
  'web/rooms/intent/configure/entry-card.tsx': 1,
  'web/rooms/intent/state/configuration-panel.tsx': 1,
  'web/rooms/intent/state/import-base.tsx': 1,
  'web/rooms/intent/state/revision-list.tsx': 1,
  'web/rooms/intent/state/unknown-base.tsx': 1,
  'web/rooms/log/sys/syslog-dialog.tsx': 1,
  'web/rooms/monitor/networks/network-dialog.tsx': 1,
  'web/rooms/monitor/monitored/monitor-fields.tsx': 1,
  'web/rooms/remote/capture/capture-dialog.tsx': 1,
  'web/rooms/remote/session/custom-dialog.tsx': 1,
  'web/rooms/scene/manage/scene-dialog.tsx': 1,
  'web/rooms/scene/manage/view.tsx': 1,
  'web/rooms/scene/map/scene-card.tsx': 1,
  'web/rooms/scene/map/view.tsx': 1,
  'web/rooms/scene/my-share/share-dialog.tsx': 1,
  'web/rooms/stat/alarm/noisy-card.tsx': 1,
  'web/rooms/stat/cards/kpi-strip.tsx': 1,
  'web/rooms/stat/device/worst-devices.tsx': 1,
  'web/rooms/stat/home/use-waiting.ts': 1,
  'web/rooms/tool/ipv6/ipv6-dialog.tsx': 1,
  'web/rooms/topology/topology/compare/compare-panel.tsx': 1,
  'web/rooms/topology/topology/node-drawer.tsx': 1,
  'web/rooms/topology/topology/stage/stage.tsx': 1,
  'web/rooms/topology/topology/timeline.tsx': 1,
  'web/rooms/topology/topology/tools.tsx': 1,
  'web/rooms/wireless/wireless/devices-step.tsx': 1,
  'web/rooms/wireless/wireless/networks-step.tsx': 1,
  'web/rooms/wireless/wireless/radios-step.tsx': 1,
  'web/shell/header/menu-search.tsx': 1,
  'web/shell/palette/own-entries.ts': 1,
  'web/shell/palette/use-palette.ts': 1,
  'web/ui/chart/bar-chart.tsx': 1,
  'web/ui/chart/time-chart.tsx': 1,
  'web/ui/data-table/column-panel.tsx': 1,
  'web/ui/data-table/data-table.tsx': 1,
  'web/ui/data-table/table-row.tsx': 1,
  'web/ui/fields/filter-list.tsx': 1,
  'web/ui/geo-map/geo-map.tsx': 1,
  'web/ui/slide-captcha/slide-captcha.tsx': 1,
}

const tablePath = 'scripts/check/code/function-rules.ts'

/** Functions above the limit, and exceptions that are higher than needed. */
export function functionBreachesOf(
  sources: readonly SourceFile[],
  exceptions: Readonly<Record<string, number>> = longFunctions,
): Finding[] {
  const counted = sources.filter(({ path }) => bounded.test(path) && !isTest(path))
  const long = new Map(counted.map((source) => [source.path, longOnesIn(source)] as const))
  const refused = [...long].flatMap(([path, found]) => (found.length > (exceptions[path] ?? 0) ? found : []))
  const loose = Object.entries(exceptions).flatMap(([path, most]) => {
    const count = long.get(path)?.length ?? 0
    if (count >= most) return []
    const advice = count > 0 ? `lower the number to ${count}` : 'remove the entry'
    return [{ path: tablePath, text: `allows ${path} ${most} long functions, it has ${count}; ${advice}` }]
  })
  return [...refused, ...loose]
}

const isFunction = ({ type }: SyntaxNode) =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

function longOnesIn(source: SourceFile): Finding[] {
  const { path } = source
  const findings: Finding[] = []
  walk(source, (node) => {
    if (!isFunction(node)) return
    const line = source.lineAt(node.start)
    const lines = source.lineAt(node.end) - line + 1
    if (lines > FUNCTION_LINES_MAX)
      findings.push({ path, line, text: `has a function of ${lines} lines, ${FUNCTION_LINES_MAX} at most; split it` })
  })
  return findings
}
