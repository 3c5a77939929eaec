const label = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/

/** Four octets, as numbers without leading zeros. */
export const isAddress = (text: string): boolean =>
  /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text) && text.split('.').every((octet) => Number(octet) <= 255)

/** An IPv4 or IPv6 address, or a name made of labels. */
export const isHost = (text: string): boolean =>
  /^[0-9a-fA-F:.]*:[0-9a-fA-F:.]*$/.test(text)
    ? isAddress6(text)
    : text.length <= 255 && text.split('.').every((one) => label.test(one))

/** Eight groups, of which one run may be replaced by `::`. */
function isAddress6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  return (
    groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group)) &&
    (halves.length === 2 ? groups.length < 8 : groups.length === 8)
  )
}
