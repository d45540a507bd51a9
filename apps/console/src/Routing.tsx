import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { createBrowserRouter, Navigate, Outlet, RouterProvider, useLocation, useParams } from 'react-router';
import { SignedInOnly, SignedOutOnly } from './accounts/session/RequireSession.tsx';
import { LoginScreen } from './accounts/session/LoginScreen.tsx';
import { type UserDialog, UserDialogs } from './accounts/session/UserDialogs.tsx';
import { UserMenu } from './accounts/session/UserMenu.tsx';
import { homeOf, mayOpen } from './navigation.ts';
import { screens } from './routes.tsx';
import type { Screen } from './screen.ts';
import { fetchScreen } from './shell/screen-loading.ts';
import { Frame } from './shell/Frame.tsx';
import { Crash, NotFound } from './shell/FullPage.tsx';
import { loadLater } from './ui/load-later.ts';

const SignedOutScreen = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/SignedOutScreen.tsx'))).SignedOutScreen,
}));

const RecoveryScreen = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/RecoveryScreen.tsx'))).RecoveryScreen,
}));
const SetPasswordScreen = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/SetPasswordScreen.tsx'))).SetPasswordScreen,
}));
const AzureAuthScreen = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/AzureAuthScreen.tsx'))).AzureAuthScreen,
}));
const SecondStepScreen = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/SecondStepScreen.tsx'))).SecondStepScreen,
}));
const DirectoryReturn = lazy(async () => ({
  default: (await loadLater(() => import('./building/directory/DirectoryReturn.tsx'))).DirectoryReturn,
}));
const AfterConnecting = lazy(async () => ({
  default: (await loadLater(() => import('./building/directory/use-integration.tsx'))).AfterConnecting,
}));
const TenantRedirect = lazy(async () => ({
  default: (await loadLater(() => import('./accounts/session/TenantRedirect.tsx'))).TenantRedirect,
}));
const HostApp = lazy(async () => ({
  default: (await loadLater(() => import('./visits/host/HostApp.tsx'))).HostApp,
}));

const screenRoutes = screens.map((screen) => {
  const load = screen.isFirst ? screen.load : () => fetchScreen(() => loadLater(screen.load));
  const content = lazy(async () => ({ default: await load() }));
  return { path: screen.path, element: <Guarded screen={screen} content={content} /> };
});

const router = createBrowserRouter([
  {
    errorElement: <Crash />,
    children: [
      {
        element: <Entry />,
        children: [
          { path: '/login', element: <LoginScreen /> },
          { path: '/signed-out', element: <SignedOutScreen /> },
          { path: '/recovery', element: <RecoveryScreen /> },
          { path: '/set-password/:token?', element: <SetPasswordScreen /> },
          { path: '/azure-auth', element: <AzureAuthScreen /> },
        ],
      },
      { path: '/second-step', element: <Waiting content={SecondStepScreen} /> },
      { path: '/my/*', element: <Waiting content={HostApp} /> },
      { path: '/sign-in', element: <ToLogin /> },
      { path: '/tenant-redirect', element: <Waiting content={TenantRedirect} /> },
      { path: '/directory-return', element: <Returning /> },
      {
        element: <Inside />,
        children: [
          { path: '/', element: <Home /> },
          { path: '/partners', element: <Navigate to="/admin/partners" replace /> },
          ...screenRoutes,
          { path: '*', element: <NotFound /> },
        ],
      },
    ],
  },
]);

export function Routing() {
  return <RouterProvider router={router} />;
}

function Entry() {
  return (
    <SignedOutOnly>
      <Waiting content={Outlet} />
    </SignedOutOnly>
  );
}

function Waiting({ content: Content }: { content: ComponentType }) {
  const { t } = useTranslation();
  return (
    <Suspense fallback={<Spinner label={t('ui.list.loading')} />}>
      <Content />
    </Suspense>
  );
}

function Returning() {
  return (
    <SignedInOnly>
      <Waiting content={DirectoryReturn} />
    </SignedInOnly>
  );
}

function Inside() {
  const [dialog, setDialog] = useState<UserDialog | null>(null);
  const [hasConnected, setHasConnected] = useState(false);
  const location = useLocation();
  const state: unknown = location.state;
  // The dialog stays when its state leaves the address.
  if (!hasConnected && isRecord(state) && 'connected' in state) setHasConnected(true);
  return (
    <SignedInOnly>
      <Frame
        userMenu={(leave) => (
          <UserMenu
            onOpen={(next) => {
              leave();
              setDialog(next);
            }}
          />
        )}
      />
      {hasConnected && (
        <Suspense>
          <AfterConnecting />
        </Suspense>
      )}
      <UserDialogs opened={dialog} onClose={() => setDialog(null)} />
    </SignedInOnly>
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

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
