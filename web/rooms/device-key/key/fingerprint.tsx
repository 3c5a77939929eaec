/** SHA-256 of a public key in groups of four, for visual comparison. */
export function Fingerprint({ of }: { of: string }) {
  if (!of) return <span className="text-faint">–</span>
  return <span className="font-mono text-xs break-words">{(of.match(/.{1,4}/g) ?? []).join(' ')}</span>
}
