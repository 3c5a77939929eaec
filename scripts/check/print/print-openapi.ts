/** The OpenAPI document as stored in the repository. Values that are names of a folder's entries are not printed. */
export const printOpenApi = (document: object): string => `${JSON.stringify(document, withoutFolders, 2)}\n`

function withoutFolders(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x-values-of' in value)) return value
  return { ...value, enum: undefined }
}
