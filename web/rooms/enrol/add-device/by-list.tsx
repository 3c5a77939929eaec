import { importCalls } from '@belvedere/contract/rooms/enrol/import.ts'
import { importWhat } from '@belvedere/contract/rooms/monitor/enums.ts'
import { Download, FileUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { call, saveDownload, type AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { lang, say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/base/join-classes.ts'
import { MiniTable, type MiniColumn } from '../../../ui/data-table/mini-table.tsx'
import { Status } from '../../../ui/feedback/status.tsx'

type ImportPlan = AnswerOf<typeof importCalls.take>
type ImportLine = ImportPlan['lines'][number]

const columns: MiniColumn<ImportLine>[] = [
  { label: { zh: '行', en: 'Line' }, right: true, format: ({ line }) => line },
  { label: { zh: '结果', en: 'Outcome' }, format: ({ what }) => <What what={what} /> },
  { label: { zh: '名称', en: 'Name' }, format: ({ name }) => name },
  { label: { zh: '序列号或 IP', en: 'Serial or IP' }, mono: true, format: ({ id }) => id },
  { label: { zh: '场景', en: 'Scene' }, format: ({ scene }) => scene },
  { label: { zh: '原因', en: 'Reason' }, format: ({ reason }) => <span className="whitespace-normal">{reason}</span> },
]

function What({ what }: Pick<ImportLine, 'what'>) {
  const known = importWhat.find(what)
  return <Status tone={known?.tone} label={known ?? what} />
}

/** Adds devices from a file: the result is previewed first, then executed. */
export function ByList({ scene_id, onClose }: { scene_id: number; onClose: () => void }) {
  const [file, setFile] = useState<File>()
  const [plan, setPlan] = useState<ImportPlan>()
  const [done, setDone] = useState(false)
  const take = useMutateCall(importCalls.take)
  const test = async (chosen: File) => {
    setFile(chosen)
    setDone(false)
    setPlan(undefined)
    setPlan(await take.run({ scene_id, test: 1 }, { files: { file: chosen } }))
  }
  const run = async () => {
    if (!file || !plan) return
    const answer = await take.run({ scene_id, partial: plan.err_cnt > 0 ? 1 : 0 }, { files: { file } })
    if (!answer) return
    setPlan(answer)
    setDone(true)
  }
  const adds = plan ? plan.claim_cnt + plan.ask_cnt + plan.third_cnt : 0
  return (
    <div className="flex flex-col gap-4">
      <Choose file={file} pending={take.pending} onFile={(chosen) => void test(chosen)} />
      {plan && (
        <>
          <Counts plan={plan} done={done} />
          <MiniTable
            label={{ zh: '逐行结果', en: 'Line by line' }}
            columns={columns}
            rows={plan.lines}
            rowKey={({ line }) => line}
            className="max-h-72"
          />
        </>
      )}
      <div className="flex justify-end gap-2">
        {done ? (
          <Button kind="primary" onClick={onClose}>
            {say({ zh: '完成', en: 'Done' })}
          </Button>
        ) : (
          <Button
            kind="primary"
            disabled={adds === 0}
            pending={take.pending && plan !== undefined}
            onClick={() => void run()}
          >
            {adds > 0
              ? say({ zh: '导入 {n} 台设备', en: 'Import {n} {n:device|devices}' }, { n: adds })
              : say({ zh: '导入', en: 'Import' })}
          </Button>
        )}
      </div>
    </div>
  )
}

interface ChooseProps {
  file: File | undefined
  pending: boolean
  onFile: (file: File) => void
}

function Choose({ file, pending, onFile }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const one = target.files?.[0]
    target.value = ''
    if (one) onFile(one)
  }
  const dropped = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const one = event.dataTransfer.files[0]
    if (one) onFile(one)
  }
  return (
    <div
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
      className={cx(
        'flex flex-wrap items-center gap-3 rounded-md border border-dashed px-4 py-4',
        over ? 'border-accent bg-accent-soft' : 'border-strong',
      )}
    >
      <Button icon={FileUp} pending={pending} onClick={() => input.current?.click()}>
        {say({ zh: '选择 CSV 文件', en: 'Choose a CSV file' })}
      </Button>
      <span className="min-w-0 flex-1 text-xs text-soft max-sm:order-last max-sm:basis-full">
        {file?.name ??
          say({
            zh: '或拖到这里。UTF-8 或 GB18030 编码，最多 10000 行；有序列号的行认领设备，只有 IP 的行添加第三方设备',
            en: 'or drop one here. UTF-8 or GB18030, at most 10,000 lines; a line with a serial number claims a device, one with an IP address alone adds a third-party device',
          })}
      </span>
      <Button kind="quiet" icon={Download} onClick={async () => saveDownload(await call(importCalls.template, {}))}>
        {say({ zh: '下载模板', en: 'Template' })}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={say({ zh: '选择 CSV 文件', en: 'Choose a CSV file' })}
        onChange={chosen}
        className="hidden"
      />
    </div>
  )
}

function Counts({ plan, done }: { plan: ImportPlan; done: boolean }) {
  const { total_cnt, claim_cnt, ask_cnt, third_cnt, here_cnt, err_cnt, encoding, ignored } = plan
  const said = done
    ? { zh: '已导入', en: 'Imported' }
    : { zh: '预检结果，尚未导入任何设备', en: 'This would happen; nothing is imported yet' }
  const counts = say(
    {
      zh: '共 {total} 行：认领 {claim}，申请 {ask}，第三方 {third}，已存在 {here}，有误 {wrong}',
      en: '{total} {total:line|lines}: {claim} claimed, {ask} requested, {third} third-party, {here} already present, {wrong} with errors',
    },
    { total: total_cnt, claim: claim_cnt, ask: ask_cnt, third: third_cnt, here: here_cnt, wrong: err_cnt },
  )
  return (
    <div role="status" className="text-soft">
      <p className="font-medium text-ink">{say(said)}</p>
      <p>{counts}</p>
      <p className="text-xs text-faint">
        {encoding}
        {ignored.length > 0 && (
          <span lang={lang}>
            {say({ zh: '；未识别的列：{names}', en: '; columns not known: {names}' }, { names: ignored.join(', ') })}
          </span>
        )}
      </p>
    </div>
  )
}
