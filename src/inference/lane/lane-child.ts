/** Entry of a lane child. Started by fork with an IPC channel, never by hand. */
import { servePictures } from './serve-pictures.ts';

servePictures(process);
