/**
 * A model name without differences in spelling between vendors and users: `EdgeCore EAP-102` and `edgecore,eap102` have one key.
 */
export function modelKey(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}
