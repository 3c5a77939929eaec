import { defineEnum } from '../../kit/define-enum.ts'

/** What a remote session was for. */
export const remoteKind = defineEnum({
  shell: { id: 'shell', zh: '远程终端', en: 'Terminal' },
  web: { id: 'web', zh: '网页', en: 'Web page' },
  tcp: { id: 'tcp', zh: 'TCP 服务', en: 'TCP service' },
})

/** How a service behind a device is spoken to. */
export const remoteScheme = defineEnum({
  http: { id: 'http', zh: 'HTTP', en: 'HTTP' },
  https: { id: 'https', zh: 'HTTPS', en: 'HTTPS' },
  tcp: { id: 'tcp', zh: 'TCP', en: 'TCP' },
})
