// Requests to the server that this page is from. The secret of the session is sent as a header and kept for this origin.

const KEY = 'clawperator-session';

export class ApiError extends Error {
  constructor(status, error) {
    super(error?.message ?? `the server answered ${status}`);
    this.status = status;
    this.code = error?.code;
    this.hint = error?.hint;
    this.details = error?.details;
  }
}

export const session = {
  get: () => localStorage.getItem(KEY),
  set: (secret) => localStorage.setItem(KEY, secret),
  end: () => localStorage.removeItem(KEY),
};

export async function ask(path, options = {}) {
  const headers = { ...options.headers };
  const secret = session.get();
  if (secret && !options.open) headers.Authorization = `Bearer ${secret}`;
  let body;
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  let response;
  try {
    response = await fetch(path, {
      method: options.method ?? (body ? 'POST' : 'GET'), headers, body,
      signal: options.signal, credentials: 'omit', cache: 'no-store',
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new ApiError(0, { message: 'the server does not answer', hint: 'is `clawperator serve` still running?' });
  }
  if (response.ok || response.status === 304) return response;
  const answer = await response.json().catch(() => ({}));
  const error = new ApiError(response.status, answer.error);
  if (response.status === 401 && !options.open) {
    session.end();
    error.isLogout = true;
    dispatchEvent(new Event('logged-out'));
  }
  throw error;
}

export async function json(path, options) {
  return (await ask(path, options)).json();
}

// A picture as an address for an element; whoever gets it lets go of it.
export async function picture(path, options) {
  const response = await ask(path, options);
  return URL.createObjectURL(await response.blob());
}

const enc = encodeURIComponent;
export const path = {
  run: (run, rest = '') => `/runs/${enc(run)}${rest}`,
  file: (run, name) => `/runs/${enc(run)}/files/${enc(name)}`,
  live: (serial) => `/devices/${enc(serial)}/picture`,
};

let counted = 0;

// Runs actions on a phone, through the engine and its policy.
export function execute(deviceId, task, actions, options) {
  counted += 1;
  const execution = {
    commandId: `page-${Date.now().toString(36)}-${counted}`, taskId: task, source: 'page', expectedFormat: 'android-ui-automator', timeoutMs: 30000, actions,
  };
  return json('/execute', { body: { execution, deviceId, ...(options ? { options } : {}) } });
}

// The open runs, and some that have ended.
export async function runs(limit = 40) {
  return (await json(`/runs?limit=${limit}`)).runs;
}

export const isOpen = (run) => run.fate === 'running' || run.fate === 'parked';

// What happens in the server's runs. A stream that ends begins again where it was.
export async function follow(signal, heard) {
  let last, pause = 1000;
  while (!signal.aborted) {
    try {
      const response = await ask('/events', { signal, headers: last ? { 'Last-Event-ID': last } : {} });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      pause = 1000;
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        text += value;
        let end;
        while ((end = text.indexOf('\n\n')) >= 0) {
          const event = { name: 'message', data: '' };
          for (const line of text.slice(0, end).split('\n')) {
            if (line.startsWith('id: ')) last = line.slice(4);
            else if (line.startsWith('event: ')) event.name = line.slice(7);
            else if (line.startsWith('data: ')) event.data += line.slice(6);
          }
          text = text.slice(end + 2);
          if (event.name !== 'heartbeat') heard(event);
        }
      }
    } catch (error) {
      if (signal.aborted || error.isLogout) return;
    }
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(pause * 2, 15000);
  }
}
