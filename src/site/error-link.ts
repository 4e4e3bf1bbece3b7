/** Where an error code is explained. @param code a value of `X-Error-Code` */
export function errorLink(code: string): string {
  return `/docs/reference/errors#${code.toLowerCase()}`;
}
