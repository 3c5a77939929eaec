export interface BlastConfirmation extends Record<string, string> {
  confirm_token: string
  confirm_text: string
}
