import { enrolCalls } from '@belvedere/contract/rooms/enrol/enrol.ts'
import { Terminal } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '../../../kit/calls/call.ts'
import { useMutateCall } from '../../../kit/calls/query.ts'
import { say } from '../../../kit/words/words.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { EnrolCommand } from './enrol-command.tsx'

interface LinuxHostProps {
  scene_id: number
  onClose: () => void
}

export function LinuxHost({ scene_id, onClose }: LinuxHostProps) {
  const [name, setName] = useState('')
  const [issued, setIssued] = useState<AnswerOf<typeof enrolCalls.token>>()
  const token = useMutateCall(enrolCalls.token)
  const make = async (event?: FormEvent) => {
    event?.preventDefault()
    const answer = await token.run({ scene_id, ...(name.trim() && { name: name.trim() }) })
    if (answer) setIssued(answer)
  }
  if (issued)
    return (
      <EnrolCommand
        key={issued.token}
        issued={issued}
        scene_id={scene_id}
        onAgain={() => void make()}
        onClose={onClose}
      />
    )
  return (
    <form onSubmit={make} className="flex flex-col gap-4">
      <p className="max-w-xl text-soft">
        {say({
          zh: '在任意 Linux 主机（x86-64 或 arm64）上运行一条命令，它就会作为软路由接入本场景：上报接口、流量和终端，并可远程操作。密钥在主机上生成，连接双向认证。',
          en: 'Run one command on any Linux host (x86-64 or arm64) and it joins this scene as a soft router: it reports interfaces, traffic and terminals and can be operated from here. Its key is created on the host; both ends authenticate each other.',
        })}
      </p>
      <TextField
        className="max-w-sm"
        label={{ zh: '名称（可选，默认用主机名）', en: 'Name (optional; the host name otherwise)' }}
        value={name}
        onChange={setName}
        error={token.fields.name}
        autoComplete="off"
      />
      <div>
        <Button type="submit" kind="primary" icon={Terminal} pending={token.pending}>
          {say({ zh: '生成接入命令', en: 'Make the command' })}
        </Button>
      </div>
    </form>
  )
}
