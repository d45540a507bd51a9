/** For the forms of others in which a picture is chosen. */
export { ImagePicker } from './ImagePicker.tsx';
