import { useSignedIn } from '@vestibule/web/session.ts';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation, useParams } from 'react-router';
import { homeOf, mayOpen } from './navigation.ts';
import { type Screen, screens } from './routes.tsx';
import { LoginScreen } from './session/LoginScreen.tsx';
import { type UserDialog, UserDialogs } from './session/UserDialogs.tsx';
import { UserMenu } from './session/UserMenu.tsx';
import { Crash } from './shell/Crash.tsx';
import { CrashBoundary } from './shell/CrashBoundary.tsx';
import { Frame } from './shell/Frame.tsx';
import { SignedInOnly, SignedOutOnly } from './shell/Gate.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Spinner } from './ui/Spinner.tsx';

const SignedOutScreen = lazy(async () => ({
  default: (await import('./session/SignedOutScreen.tsx')).SignedOutScreen,
}));

const RecoveryScreen = lazy(async () => ({
  default: (await import('./session/RecoveryScreen.tsx')).RecoveryScreen,
}));
const SetPasswordScreen = lazy(async () => ({
  default: (await import('./session/SetPasswordScreen.tsx')).SetPasswordScreen,
}));
const AzureAuthScreen = lazy(async () => ({
  default: (await import('./session/AzureAuthScreen.tsx')).AzureAuthScreen,
}));
const TenantRedirect = lazy(async () => ({
  default: (await import('./session/TenantRedirect.tsx')).TenantRedirect,
}));

const routes = screens.map((screen) => ({
  screen,
  Content: lazy(async () => ({ default: await screen.load() })),
}));

/** The addresses of the console: those for who is signed out, and the screens of `routes.tsx` for who is signed in. */
export function Routing() {
  return (
    <CrashBoundary fallback={<Crash />}>
      <BrowserRouter>
        <Routes>
          <Route element={<Entry />}>
            <Route path="/login" element={<LoginScreen />} />
            <Route path="/signed-out" element={<SignedOutScreen />} />
            <Route path="/recovery" element={<RecoveryScreen />} />
            <Route path="/set-password/:token?" element={<SetPasswordScreen />} />
            <Route path="/azure-auth" element={<AzureAuthScreen />} />
          </Route>
          <Route path="/sign-in" element={<ToLogin />} />
          <Route path="/tenant-redirect" element={<Waiting content={TenantRedirect} />} />
          <Route element={<Inside />}>
            <Route path="/" element={<Home />} />
            <Route path="/partners" element={<Navigate to="/admin/partners" replace />} />
            {routes.map(({ screen, Content }) => (
              <Route key={screen.path} path={screen.path} element={<Guarded screen={screen} content={Content} />} />
            ))}
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </BrowserRouter>
    </CrashBoundary>
  );
}

function Entry() {
  return (
    <SignedOutOnly>
      <Waiting content={Outlet} />
    </SignedOutOnly>
  );
}

function Waiting({ content: Content }: { content: ComponentType }) {
  return (
    <Suspense fallback={<Spinner />}>
      <Content />
    </Suspense>
  );
}

function Inside() {
  const [dialog, setDialog] = useState<UserDialog | null>(null);
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
      <UserDialogs opened={dialog} onClose={() => setDialog(null)} />
    </SignedInOnly>
  );
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
