import { editCalls } from '@belvedere/contract/rooms/change/edit.ts'
import { revisionSource, revisionState } from '@belvedere/contract/rooms/intent/enums.ts'
import { revisionCalls } from '@belvedere/contract/rooms/intent/revision.ts'
import { flowText } from '@belvedere/pure/text/flow.ts'
import { GitCompareArrows, History } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../../../kit/loading/lazy-part.ts'
import { useMutateCall, useQueryCall } from '../../../kit/calls/query.ts'
import { useMay } from '../../../kit/session/session.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { MiniTable } from '../../../ui/data-table/mini-table.tsx'
import { absoluteTime, RelativeTime } from '../../../ui/values/relative-time.tsx'
import { Badge, Status } from '../../../ui/feedback/status.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'

const CompareDialog = lazyPart(() => import('./compare-dialog.tsx'), 'CompareDialog')

/** The latest configurations sent to a device, newest first. Nothing without any. */
export function RevisionList({ device_id, readOnly }: { device_id: number; readOnly: boolean }) {
  const may = useMay()
  const restore = useRestore(device_id)
  const { data } = useQueryCall(revisionCalls.list, { device_id, limit: 20 })
  const [compared, compare] = useState<{ from: string; to: string }>()
  const rows = data?.list ?? []
  if (rows.length === 0) return null
  const options = [
    { id: 'running', zh: '设备当前运行', en: 'Running configuration' },
    ...rows.map(({ id, uuid, created_at }) => ({ id: String(id), label: `${uuid} · ${absoluteTime(created_at)}` })),
    { id: 'base', zh: '纳管时的配置', en: 'At adoption' },
  ]
  return (
    <section aria-label={say({ zh: '配置版本', en: 'Revisions' })}>
      <h3 className="mb-2 font-medium">{say({ zh: '配置版本', en: 'Revisions' })}</h3>
      <MiniTable
        label={say({ zh: '配置版本', en: 'Revisions' })}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { label: { zh: '编号', en: 'Number' }, mono: true, format: ({ uuid }) => String(uuid) },
          {
            label: { zh: '状态', en: 'State' },
            format: ({ state, current, said }) => {
              const one = revisionState.find(state)
              return (
                <span className="flex items-center gap-2" data-tip={said || undefined}>
                  {one && <Status tone={one.tone ?? 'neutral'} label={one} />}
                  {current === 1 && <Badge tone="primary" label={{ zh: '当前', en: 'Current' }} />}
                </span>
              )
            },
          },
          { label: { zh: '来源', en: 'From' }, format: ({ source }) => revisionSource.label(source, lang) },
          { label: { zh: '大小', en: 'Size' }, right: true, format: ({ bytes }) => flowText(bytes) },
          { label: { zh: '操作人', en: 'By' }, format: ({ made_by }) => made_by },
          { label: { zh: '时间', en: 'When' }, format: ({ created_at }) => <RelativeTime at={created_at} /> },
          {
            label: { zh: '操作', en: 'Actions' },
            format: ({ id, current }) => (
              <span className="inline-flex">
                <IconButton
                  size="s"
                  icon={GitCompareArrows}
                  label={{ zh: '与上一版本比较', en: 'Compare with the one before' }}
                  onClick={() => compare({ from: previousOf(rows, id), to: String(id) })}
                />
                {!readOnly && may('change.write') && current === 0 && (
                  <IconButton
                    size="s"
                    icon={History}
                    label={{ zh: '恢复到此版本', en: 'Restore this revision' }}
                    pending={restore.pending}
                    onClick={() => void restore.run(id)}
                  />
                )}
              </span>
            ),
          },
        ]}
      />
      <Suspense>
        {compared && (
          <CompareDialog device_id={device_id} options={options} start={compared} onClose={() => compare(undefined)} />
        )}
      </Suspense>
    </section>
  )
}

/** Adds the edits that restore a revision to the draft. */
function useRestore(device_id: number) {
  const { run, pending } = useMutateCall(editCalls.restore)
  return {
    pending,
    async run(revision_id: number) {
      const done = await run({ device_id, revision_id })
      if (!done) return
      if (done.id === 0) return toast.info({ zh: '没有可恢复的差异', en: 'There is nothing to bring back' })
      toast.success({ zh: '已加入变更草稿，审核后下发', en: 'Added to the draft; review it before it is sent' })
      if (done.left > 0)
        toast.warning(
          say(
            { zh: '{n} 处无法恢复，请在审核时查看', en: '{n} {n:item|items} cannot be restored; see the review' },
            { n: done.left },
          ),
        )
    },
  }
}

/** The previous revision, else the configuration at adoption. */
function previousOf(rows: readonly { id: number }[], id: number): string {
  const before = rows[rows.findIndex((row) => row.id === id) + 1]
  return before ? String(before.id) : 'base'
}
