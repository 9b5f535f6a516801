public import Observation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The form to sign in with, and whether somebody is.
@MainActor @Observable
public final class SignInModel {
    /// The state of the form.
    public enum State: Sendable, Hashable {
        /// The form is shown, with what a person is told, if there is anything.
        case signedOut(message: String?)
        /// The request is under way.
        case signingIn
        /// Somebody is signed in.
        case signedIn
        /// The gateway could not be reached.
        case offline(message: String)
    }

    /// The state of the form.
    public private(set) var state: State = .signedOut(message: nil)
    /// The e-mail address in the form.
    public var email = ""
    /// The password in the form; gone as soon as it is no longer needed.
    public var password = ""

    @ObservationIgnored private let session: AuthSession

    /// A form that signs in to `session`.
    public init(session: AuthSession) { self.session = session }

    /// Whether the button does anything: not while fields are empty or the gateway is being asked.
    public var canSignIn: Bool { state != .signingIn && state != .signedIn && !email.isEmpty && !password.isEmpty }

    /// Takes up an earlier session and follows the session until the task is cancelled, so that a forced sign-out shows.
    public func run() async {
        await session.restore()
        for await current in await session.states() where state != .signingIn {
            switch current {
            case .signedIn: state = .signedIn
            case .signedOut(let reason): if state == .signedIn { state = .signedOut(message: reason) }
            }
        }
    }

    /// Signs in with the address and the password of the form.
    public func signIn() async {
        guard canSignIn else { return }
        state = .signingIn
        do {
            try await session.signIn(email: email, password: password)
            password = ""
            state = .signedIn
        } catch let error as APIError {
            state = error.isOffline ? .offline(message: error.message) : .signedOut(message: error.message)
        } catch {
            state = .signedOut(message: error is CancellationError ? nil : "Unknown error")
        }
    }

    /// Signs out.
    public func signOut() async {
        await session.signOut()
        password = ""
        state = .signedOut(message: nil)
    }
}
