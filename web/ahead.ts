import { userCalls } from '@belvedere/contract/rooms/account/user.ts'
import { demoCalls } from '@belvedere/contract/rooms/device/demo.ts'
import { sceneCalls } from '@belvedere/contract/rooms/scene/scene.ts'
import { prefetch } from './kit/calls/call.ts'
import { session } from './kit/session/session.ts'

// A separate script before all others: it sends the calls with which every page of a signed-in user starts, while the
// rest of the console is still loading.
if (session().token) {
  prefetch(userCalls.profile, {})
  prefetch(sceneCalls.option, {})
  // the phone page has no banner
  if (!location.pathname.startsWith('/mid')) prefetch(demoCalls.get, {})
}
