import { runSource } from '@belvedere/contract/rooms/patrol/enums.ts'
import { reportState } from '@belvedere/contract/rooms/report/enums.ts'
import { reportCalls } from '@belvedere/contract/rooms/report/report.ts'
import type { Out } from '@belvedere/contract/kit/define-calls.ts'
import { FileSpreadsheet, FileText, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { call, saveDownload } from '../../../kit/calls/call.ts'
import { CallTable, type Column } from '../../../kit/list/call-table.tsx'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { isSilent } from '../../../kit/calls/refusal.ts'
import { useScene } from '../../../kit/session/scene.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../ui/dialogs/confirm-dialog.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Status } from '../../../ui/feedback/status.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

type ReportRow = Out<typeof reportCalls.list>['list'][number]

const spanOf = ({ from_at, to_at }: ReportRow) => `${absoluteTime(from_at)} – ${absoluteTime(to_at)}`

const columns: Column<ReportRow>[] = [
  {
    property: 'from_at',
    label: { zh: '周期', en: 'Period' },
    sort: true,
    minWidth: 300,
    fixed: true,
    tooltip: true,
    format: spanOf,
  },
  {
    property: 'state',
    label: { zh: '状态', en: 'State' },
    width: 170,
    format: ({ state, progress, said }) => (
      <span title={said || undefined}>
        <Status
          tone={said && state === 'done' ? 'warning' : reportState.find(state)?.tone}
          label={
            state === 'running' ? `${reportState.label(state, lang)} ${progress}%` : reportState.label(state, lang)
          }
        />
      </span>
    ),
  },
  {
    property: 'availability',
    label: { zh: '可用率', en: 'Availability' },
    width: 110,
    position: 'right',
    format: ({ availability }) =>
      availability === null ? '–' : `${(Math.floor(availability * 1000) / 1000).toFixed(3)} %`,
  },
  { property: 'section_cnt', label: { zh: '章节', en: 'Sections' }, width: 90, position: 'right' },
  {
    property: 'way',
    label: { zh: '方式', en: 'How' },
    width: 150,
    format: ({ way, by }) => `${runSource.label(way, lang)} · ${by}`,
  },
  { property: 'sent_cnt', label: { zh: '已发送', en: 'Mailed' }, width: 90, position: 'right' },
  { property: 'said', label: { zh: '说明', en: 'Note' }, minWidth: 140, tooltip: true },
  {
    property: 'created_at',
    label: { zh: '生成时间', en: 'Made' },
    sort: true,
    width: 120,
    format: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

const csv = [
  { label: { zh: '周期', en: 'Period' }, value: spanOf },
  { label: { zh: '状态', en: 'State' }, value: ({ state }: ReportRow) => reportState.label(state, lang) },
  { label: { zh: '可用率', en: 'Availability' }, value: ({ availability }: ReportRow) => availability },
  { label: { zh: '方式', en: 'How' }, value: ({ way, by }: ReportRow) => `${runSource.label(way, lang)} · ${by}` },
  { label: { zh: '已发送', en: 'Mailed' }, value: ({ sent_cnt }: ReportRow) => sent_cnt },
  { label: { zh: '生成时间', en: 'Made' }, value: ({ created_at }: ReportRow) => absoluteTime(created_at) },
]

/** Reports of the scene, with the progress of pending ones. */
export function ReportList() {
  const scene = useScene()
  const may = useMay()
  const confirm = useConfirm()
  const { run: remove } = useMutateCall(reportCalls.remove, { done: { zh: '已删除', en: 'Removed' } })
  const input = useMemo(() => ({ scene_id: scene.id }), [scene.id])
  const drop = async (ids: readonly number[]) => {
    const title = say({ zh: '删除 {n} 份报告？', en: 'Remove {n} {n:report|reports}?' }, { n: ids.length })
    const body = say({ zh: '文件不再保留，可重新生成。', en: 'Their files are not kept; they can be made again.' })
    if (await confirm({ title, body, danger: true, ok: { zh: '删除', en: 'Remove' } }))
      return (await remove({ scene_id: scene.id, ids: [...ids] })) !== undefined
    return false
  }
  return (
    <CallTable
      call={reportCalls.list}
      input={input}
      columns={columns}
      csv={csv}
      rowActions={rowActions}
      actionsWidth={84}
      {...(may('scene.write') &&
        scene.own && {
          batch: ({ ids, clear }) => (
            <Button kind="quiet" size="s" icon={Trash2} onClick={async () => (await drop(ids)) && clear()}>
              {say({ zh: '删除', en: 'Remove' })}
            </Button>
          ),
        })}
      empty={{
        title: { zh: '还没有报告', en: 'No reports yet' },
        hint: { zh: '在预览中选好周期与章节后生成', en: 'Choose period and sections in the preview, then make one' },
      }}
    />
  )
}

const rowActions = (report: ReportRow) => report.state === 'done' && <Downloads report_id={report.id} />

function Downloads({ report_id }: { report_id: number }) {
  const { id: scene_id } = useScene()
  const download = async (format: 'pdf' | 'csv') => {
    try {
      saveDownload(await call(reportCalls.file, { scene_id, report_id, format }))
    } catch (error) {
      if (!isSilent(error)) toast.error((error as Error).message)
    }
  }
  return (
    <span className="inline-flex">
      <IconButton
        size="s"
        icon={FileText}
        label={{ zh: '下载 PDF', en: 'Download PDF' }}
        onClick={() => void download('pdf')}
      />
      <IconButton
        size="s"
        icon={FileSpreadsheet}
        label={{ zh: '下载 CSV', en: 'Download CSV' }}
        onClick={() => void download('csv')}
      />
    </span>
  )
}
