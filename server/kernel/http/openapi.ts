import { freshText, methodOf, pathOf, sceneRightText } from '@belvedere/contract/kit/define-calls.ts'
import type { ErrorSpec } from '@belvedere/contract/kit/define-errors.ts'
import { commonErrors } from '@belvedere/contract/kit/common-errors.ts'
import type { DiscoveredCall } from '../discovery/discover.ts'

/** The contract as OpenAPI 3.1, for `GET /api/v1/openapi.json` and the printed docs. */
export function openApi(calls: readonly DiscoveredCall[]): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const call of [...calls].sort((a, b) => a.spec.at.localeCompare(b.spec.at))) {
    const path = `/api/v1/${pathOf(call.spec)}`
    paths[path] = { ...paths[path], [methodOf(call.spec).toLowerCase()]: operation(call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Belvedere · 揽景网络管理平台',
      version: '1',
      description: 'Every answer is HTTP 200 with {code, msg, data}; code 0 is success.',
    },
    servers: [{ url: '/' }],
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}

function operation({ spec, name }: DiscoveredCall): object {
  const query = ['GET', 'DELETE'].includes(methodOf(spec))
  return {
    operationId: name,
    summary: spec.does.en,
    description: `${spec.does.zh}\n\nWho: ${spec.who}. Scene right: ${sceneRightText(spec)}.${freshWords(spec)}${errorsText(spec.errors ?? [])}`,
    tags: [name.slice(0, name.indexOf('/'))],
    ...(spec.who === 'anyone' ? {} : { security: [{ token: [] }] }),
    ...(query
      ? { parameters: parameters(spec.in) }
      : { requestBody: { content: { 'application/json': { schema: spec.in } } } }),
    responses: { 200: { description: spec.does.en, content: answer(spec) } },
  }
}

const freshWords = ({ fresh }: DiscoveredCall['spec']) =>
  fresh ? ` Fresh session: ${freshText({ fresh })} (refusal 10133; 10146 for API tokens).` : ''

const errorsText = (errors: readonly ErrorSpec[]) =>
  [...errors, ...(errors.length ? [] : [commonErrors.badInput])].map(({ code, en }) => `\n- ${code} ${en}`).join('')

function parameters(schema: object): object[] {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, object>; required?: string[] }
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: one,
  }))
}

function answer({ blob, out }: DiscoveredCall['spec']): object {
  if (blob) return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const properties = { code: { type: 'integer' }, msg: { type: 'string' }, data: out }
  return { 'application/json': { schema: { type: 'object', required: ['code', 'msg', 'data'], properties } } }
}
