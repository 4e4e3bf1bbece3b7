/** A place to run the service in: a state folder, ports, tiny networks; all of it gone afterwards. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../free-port.ts';
import { everyTestModel, writeTestRepository } from '../models/tiny.ts';
import { ChaosService } from './service.ts';

export interface StandSettings {
  /** Port of the API, the next one for inference; free ones when left out. */
  readonly port?: number;
  /** Leaves the folder where it is, with the service's log. */
  readonly keep?: boolean;
}

/** The folder; services may be started in it one after the other, on the state of the one before. */
export class Stand {
  readonly directory: string;
  readonly #settings: StandSettings;

  constructor(settings: StandSettings = {}) {
    this.#settings = settings;
    this.directory = mkdtempSync(path.join(tmpdir(), 'edgematte-chaos-'));
    mkdirSync(this.#state, { recursive: true });
  }

  /** Everything that the service printed. */
  get logFile(): string {
    return path.join(this.directory, 'service.log');
  }

  /** Starts the service on the state that an earlier one left. @param real takes the shipped networks */
  async start(real: boolean): Promise<ChaosService> {
    const port = this.#settings.port ?? (await freePort());
    const inferencePort = this.#settings.port === undefined ? await freePort() : port + 1;
    const repository = real ? null : await writeTestRepository(path.join(this.directory, 'repository'), everyTestModel);
    return ChaosService.start({ stateDirectory: this.#state, port, inferencePort, repository, logFile: this.logFile });
  }

  remove(): void {
    if (!this.#settings.keep) rmSync(this.directory, { recursive: true, force: true });
  }

  get #state(): string {
    return path.join(this.directory, 'state');
  }
}
