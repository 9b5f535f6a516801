// The OpenAPI document as a page for people.

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** An element with children; strings become text, never markup. */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A schema in the short form that people write types in. */
function shape(schema, document, depth = 0, seen = []) {
  if (!schema || Object.keys(schema).length === 0) return 'anything';
  if (schema.$ref) {
    const name = schema.$ref.split('/').pop();
    if (depth > 1 || seen.includes(name)) return name;
    return shape(document.components.schemas[name], document, depth, [...seen, name]);
  }
  if (schema.anyOf) return schema.anyOf.map((part) => shape(part, document, depth, seen)).join(' | ');
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(' | ');
  const types = [schema.type ?? 'anything'].flat();
  const isObject = types.includes('object');
  const text = types.map((type) => {
    if (type === 'array') return `[${shape(schema.items, document, depth + 1, seen)}]`;
    if (type === 'object') return members(schema, document, depth, seen);
    return (schema.format ?? type) + (isObject ? '' : bounds(schema));
  });
  return text.join(' | ');
}

function members(schema, document, depth, seen) {
  if (!schema.properties) {
    const value = schema.additionalProperties;
    return `{name: ${typeof value === 'object' ? shape(value, document, depth + 1, seen) : 'anything'}}`;
  }
  const pad = '  '.repeat(depth + 1);
  const lines = Object.entries(schema.properties).map(([name, value]) =>
    `${pad}${name}${schema.required?.includes(name) ? '' : '?'}: ${shape(value, document, depth + 1, seen)}`);
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`;
}

function bounds(schema) {
  const least = schema.minimum ?? schema.minLength;
  const most = schema.maximum ?? schema.maxLength;
  return least === undefined && most === undefined ? '' : ` (${least ?? ''}…${most ?? ''})`;
}

function parameters(list, document) {
  const rows = list.map((each) => element('tr', {},
    element('td', {}, element('code', {}, each.name)),
    element('td', {}, `${each.in}${each.required ? ', needed' : ''}`),
    element('td', {}, element('code', {}, shape(each.schema, document)), each.description ? ` ${each.description}` : '')));
  return element('section', {}, element('h3', {}, 'Parameters'), element('table', {}, element('tbody', {}, ...rows)));
}

function content(title, parts, document) {
  const blocks = Object.entries(parts ?? {}).map(([type, { schema }]) =>
    element('pre', { tabindex: '0' }, type === 'application/json' ? shape(schema, document) : type));
  return blocks.length ? element('section', {}, element('h3', {}, title), ...blocks) : null;
}

function route(path, method, operation, document) {
  const answers = Object.entries(operation.responses).filter(([status]) => status < '400');
  const problems = Object.keys(operation.responses).filter((status) => status >= '400' && status !== 'default');
  return element('details', { class: 'route', id: operation.operationId },
    element('summary', {}, element('code', { class: 'method' }, method.toUpperCase()), element('code', {}, path),
      element('span', { class: 'what' }, operation.summary)),
    element('div', { class: 'inside' },
      operation.description ? element('p', {}, operation.description) : null,
      operation.parameters ? parameters(operation.parameters, document) : null,
      content('Request', operation.requestBody?.content, document),
      ...answers.map(([status, answer]) =>
        content(`${status} ${answer.description}`, answer.content, document)
          ?? element('p', {}, element('strong', {}, status), ` ${answer.description}`)),
      problems.length ? element('p', {}, `Problems: ${problems.join(', ')}`) : null));
}

function show(document_) {
  const chapters = new Map(document_.tags.map(({ name }) => [name, []]));
  for (const [path, item] of Object.entries(document_.paths)) {
    for (const method of METHODS) {
      if (item[method]) chapters.get(item[method].tags[0]).push(route(path, method, item[method], document_));
    }
  }
  const nav = document.getElementById('chapters');
  for (const [name, routes] of chapters) {
    const id = `chapter-${name.replaceAll(' ', '-')}`;
    nav.append(element('a', { href: `#${id}` }, name));
    document.getElementById('routes').append(
      element('section', { class: 'chapter', id }, element('h2', {}, name), ...routes));
  }
  nav.hidden = false;
  document.getElementById('state').remove();
  const target = document.getElementById(location.hash.slice(1));
  if (target) {
    target.open = true;
    target.scrollIntoView();
  }
}

async function start() {
  try {
    const answer = await fetch('/api/v1/openapi.json');
    if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`);
    show(await answer.json());
  } catch (error) {
    document.getElementById('state').textContent =
      `The document cannot be read: ${error.message} Start the gateway, then load this page again.`;
  }
}

start();
