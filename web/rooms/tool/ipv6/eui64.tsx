import { toolErrors } from '@belvedere/contract/rooms/tool/errors.ts'
import { compressIpv6, eui64Of, parseIpv6 } from '@belvedere/pure/network/ipv6.ts'
import { macDigits } from '@belvedere/pure/network/mac.ts'
import { useState } from 'react'
import { say } from '../../../kit/words/words.ts'
import { Copyable } from '../../../ui/buttons/copy-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

/** The address that a host derives in this network from its MAC address. */
export function Eui64({ ip }: { ip: string }) {
  const [mac, setMac] = useState('')
  const digits = macDigits(mac)
  const isWhole = /^[0-9a-f]{12}$/.test(digits)
  // no error while the MAC address is incomplete
  const isWrong = /[^0-9a-f]/.test(digits) || digits.length > 12
  const made = isWhole ? compressIpv6(eui64Of(parseIpv6(ip) ?? 0n, BigInt(`0x${digits}`))) : ''
  return (
    <section className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-2">
        <TextField
          mono
          className="w-56"
          label={{ zh: '由 MAC 生成地址（EUI-64）', en: 'Address from a MAC (EUI-64)' }}
          placeholder="00:1A:2B:3C:4D:5E"
          value={mac}
          onChange={setMac}
          error={isWrong ? toolErrors.notAMac : undefined}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="min-w-60 flex-1">
          <span className="mb-1 block text-xs text-faint">
            {say({ zh: '该 /64 网段中的地址', en: 'In the /64 of this address' })}
          </span>
          <span className="flex h-8 items-center">
            <Copyable text={made} />
          </span>
        </div>
      </div>
    </section>
  )
}
