/** A model's name without what makers and people spell differently: `EdgeCore EAP-102` and `edgecore,eap102` are one. */
export function modelKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
