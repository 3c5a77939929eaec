/** The OpenAPI document as the repository keeps it. Values that a folder holds are not printed: the folder is the list of them. */
export const printOpenApi = (document: object): string => `${JSON.stringify(document, withoutFolders, 2)}\n`

function withoutFolders(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('x-values-of' in value)) return value
  return { ...value, enum: undefined }
}
