/** Bodies of the remove.bg compatibility API. */
import type { BodyEncoding } from '../../encoding.ts';
import { defaultLimits } from '../../limits.ts';
import { type Option, type OptionTable, type Schema, schemaOf } from '../../options.ts';
import { accountAnswer } from '../../removebg/answers.ts';
import { imageFields, offeredFields } from '../../removebg/fields.ts';
import { improvementFields } from '../../removebg/improve.ts';
import { bodySchema, imageSchemas, imageUrlSchema } from '../requests.ts';

const { file, base64, url } = imageFields;
const images = imageSchemas(defaultLimits.maxRemovebgImageBytes);
const texts = { [base64]: images.json, [url]: imageUrlSchema };

/** A URL-encoded form has no files. */
const textFields = Object.fromEntries(Object.entries<Option>(offeredFields).filter(([, { isFile }]) => !isFile));

const improvementId = '0b0b9f4e-6f0c-4e0a-9a53-0d1f0c3f6a55';
const count = { type: 'integer', minimum: 0 };
const sizes = { type: 'string', description: 'Sizes of an answer that may be asked for.' };

const account = object({
  data: object({
    attributes: object({
      credits: object({ total: count, subscription: count, payg: count, enterprise: count }),
      api: object({ free_calls: count, sizes }),
    }),
  }),
});

const error = object({
  title: { type: 'string', description: 'What is wrong and what to do.' },
  code: { type: 'string', description: 'Kind of the problem, for programs.' },
});

/** By the names under which the reference lists them. Each kind of body has its own: some generators tell kinds apart by it. */
export const removebgSchemas: Readonly<Record<string, Schema>> = {
  RemovebgUpload: bodySchema({ [file]: images.multipart, ...texts }, fieldsIn('multipart')),
  RemovebgForm: bodySchema(texts, fieldsIn('multipart', textFields)),
  RemovebgRequest: bodySchema(texts, fieldsIn('json')),
  RemovebgImproveUpload: bodySchema({ [file]: images.multipart, ...texts }, fieldsIn('multipart', improvementFields)),
  RemovebgImproveForm: bodySchema(texts, fieldsIn('multipart', improvementFields)),
  RemovebgImproveRequest: bodySchema(texts, fieldsIn('json', improvementFields)),
  RemovebgImprovement: object({
    id: { type: 'string', description: 'Of the image. Nothing can be asked by it.', examples: [improvementId] },
  }),
  RemovebgAccount: { ...account, example: accountAnswer({ credit: 998, freePreviews: 0 }) },
  RemovebgRefusal: {
    ...object({ errors: { type: 'array', items: error } }),
    description: 'An error in the format of remove.bg. Our own code is in `X-Error-Code`.',
  },
};

function fieldsIn(encoding: BodyEncoding, fields: OptionTable = offeredFields): Schema {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, schemaOf(asDescribed(field), encoding)]),
  );
}

/** A field whose meaning is a sentence, and without the words that are refused for now. */
function asDescribed(field: Option): Option {
  const { schema, meaning, values } = field;
  const description = String(schema.description).replace(meaning, `${meaning}.`);
  return { ...field, schema: { ...schema, ...('enum' in schema && { enum: values }), description } };
}

/** An object that has all these members. */
function object(properties: Schema): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}
