import { useSignedIn } from '@vestibule/web/session.ts';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useParams,
} from 'react-router';
import { homeOf, mayOpen } from './navigation.ts';
import { type Screen, screens } from './routes.tsx';
import { UserMenu } from './session/UserMenu.tsx';
import { Crash } from './shell/Crash.tsx';
import { Frame } from './shell/Frame.tsx';
import { SignedInOnly, SignedOutOnly } from './shell/Gate.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Spinner } from './ui/Spinner.tsx';

/** The addresses of the console: those for who is signed out, and the screens of `routes.tsx` for who is signed in. */
export function createRouter() {
  return createBrowserRouter([
    {
      element: <Root />,
      errorElement: <Crash />,
      hydrateFallbackElement: <Spinner />,
      children: [
        {
          element: <SignedOutOnly />,
          children: [
            {
              path: '/login',
              lazy: async () => ({ Component: (await import('./session/LoginScreen.tsx')).LoginScreen }),
            },
            {
              path: '/signed-out',
              lazy: async () => ({ Component: (await import('./session/SignedOutScreen.tsx')).SignedOutScreen }),
            },
          ],
        },
        { path: '/sign-in', element: <ToLogin /> },
        {
          element: (
            <SignedInOnly>
              <Frame userMenu={<UserMenu />} />
            </SignedInOnly>
          ),
          children: [{ path: '/', element: <Home /> }, ...screens.map(routeOf), { path: '*', element: <NotFound /> }],
        },
      ],
    },
  ]);
}

function routeOf(screen: Screen): RouteObject {
  return {
    path: screen.path,
    lazy: async () => {
      const Content = await screen.load();
      return { element: <Guarded screen={screen} content={Content} /> };
    },
  };
}

/** A screen, for those who have it. */
function Guarded({ screen, content: Content }: { screen: Screen; content: ComponentType }) {
  const session = useSignedIn();
  const params = useParams();
  return mayOpen(session, screen, params) ? <Content /> : <NotFound />;
}

function Home() {
  return <Navigate to={homeOf(useSignedIn())} replace />;
}

function ToLogin() {
  return <Navigate to="/login" replace state={useLocation().state} />;
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
