import { renderToString } from 'react-dom/server';
import { Page } from './page.tsx';

/** The page with the sign-in card as the server sends it: it stands before any script has come. */
export const drawPage = (sampleData: boolean): string => renderToString(<Page sampleData={sampleData} />);
