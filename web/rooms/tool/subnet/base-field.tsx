import { blockOf } from '@belvedere/pure/network/cidr.ts'
import { formatIpv4, parseIpv4 } from '@belvedere/pure/network/ipv4.ts'
import { say } from '../../../kit/words/words.ts'
import { Slider } from '../../../ui/fields/slider.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { Text } from '../../../ui/base/text-of.ts'
import { countText } from '../number-text.ts'
import { cidrText } from './divided.ts'
import { readBase } from './typed-base.ts'

interface BaseFieldProps {
  ip: string
  length: number
  onChange: (base: { ip: string; length: number }) => void
  label: Text
  error: Text | undefined
  /** Longest prefix of the slider and of its number field. */
  longest: number
  typedLongest?: number
  shortest?: number
  autoFocus?: boolean
}

/** An IPv4 address and its prefix length; both may be typed into one field. */
export function BaseField({
  ip,
  length,
  onChange,
  label,
  error,
  longest,
  typedLongest,
  shortest = 0,
  autoFocus = false,
}: BaseFieldProps) {
  const take = (text: string) => {
    const read = readBase(text)
    const fits = read.length !== undefined && read.length >= shortest && read.length <= (typedLongest ?? longest)
    onChange(fits ? { ip: read.ip, length: read.length ?? length } : { ip: text, length })
  }
  return (
    <div className="grid grid-cols-[220px_1fr] gap-x-5 gap-y-3 max-sm:grid-cols-1">
      <TextField
        mono
        required
        autoFocus={autoFocus}
        label={label}
        value={ip}
        // while typing `10.0.0.0/16`, an incomplete `/1` must not be applied
        onChange={(text) => (/\/\d$|\s/.test(text) ? onChange({ ip: text, length }) : take(text))}
        onBlur={() => take(ip)}
        error={error}
        placeholder="192.168.1.0/24"
        autoComplete="off"
        spellCheck={false}
      />
      <Slider
        label={{ zh: '掩码长度', en: 'Prefix length' }}
        prefix="/"
        min={shortest}
        max={longest}
        typedMax={typedLongest}
        marks={[8, 12, 16, 20, 24, 28].filter((mark) => mark >= shortest && mark <= longest)}
        valueText={(value) => formatIpv4(blockOf(0, value).mask)}
        value={length}
        onChange={(next) => onChange({ ip: readBase(ip).ip, length: next })}
      />
      <p className="col-span-full text-xs text-faint">{summaryOf(readBase(ip).ip, length)}</p>
    </div>
  )
}

/** The block in one line, with a note if the address is not the start of its block. */
function summaryOf(ip: string, length: number): string {
  const address = parseIpv4(ip)
  if (address === undefined)
    return say({ zh: '掩码 {mask}', en: 'Mask {mask}' }, { mask: formatIpv4(blockOf(0, length).mask) })
  const block = blockOf(address, length)
  const words =
    block.network === address
      ? { zh: '{cidr}：{from} – {to}，{size} 个地址', en: '{cidr}: {from} – {to}, {size} {size:address|addresses}' }
      : {
          zh: '属于 {cidr}：{from} – {to}，{size} 个地址',
          en: 'Lies in {cidr}: {from} – {to}, {size} {size:address|addresses}',
        }
  const [from, to] = [formatIpv4(block.network), formatIpv4(block.network + block.size - 1)]
  return say(words, { cidr: cidrText(block), from, to, size: countText(block.size) })
}
