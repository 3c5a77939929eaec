import { AccountPage } from '../../../ui/layout/panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { ClosePanel } from './close-panel.tsx'
import { HistoryPanel } from './history-panel.tsx'
import { OtpPanel } from './otp-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TokensPanel } from './tokens-panel.tsx'

/** Security settings of the account. */
export function View() {
  return (
    <AccountPage>
      <PasswordPanel />
      <ContactPanel />
      <OtpPanel />
      <SessionsPanel />
      <TokensPanel />
      <HistoryPanel />
      <ClosePanel />
    </AccountPage>
  )
}
