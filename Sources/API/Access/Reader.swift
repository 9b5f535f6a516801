import Accounts
import Gateway
import Store

/// Whoever reads an open stream, and may be another, or nobody, from one moment to the next: sessions end, roles
/// change, accounts go and passwords come to be asked for while it is open. So it is asked each time.
struct Reader: Sendable {
    private let caller: Caller
    private let identity: AccountRegistry.Identity?
    private let isFromUnixSocket: Bool
    private let isFromThisMachine: Bool
    private weak let accounts: AccountRegistry?

    init(_ request: HTTPRequest, _ accounts: AccountRegistry) {
        caller = request.caller
        identity = request.identity
        isFromUnixSocket = request.isFromUnixSocket
        isFromThisMachine = request.isFromThisMachine
        self.accounts = accounts
    }

    /// The caller as of now; nil when they may no longer read, or when the session now belongs to somebody else.
    var now: Caller? {
        guard let accounts else { return nil }
        if let identity {
            if let session = identity.session, !accounts.isOpen(session) { return nil }
            if accounts.isLeaving(identity.account.id) { return nil }
            return accounts.account(identity.account.id).map(Caller.init)
        }
        guard isFromUnixSocket || (isFromThisMachine && !accounts.isPasswordAsked) else { return nil }
        let present = accounts.owner.map(Caller.init) ?? .local
        return present.person == caller.person ? present : nil
    }

    /// Whether they may read at all.
    var isAdmitted: Bool { now != nil }

    /// Whether they are a part of an audience.
    func isPart(of audience: Audience, _ gateway: Gateway) -> Bool {
        now.map { audience.contains($0.person, gateway.visibility(of: $0.person, isOwner: $0.role == .admin)) } ?? false
    }
}

extension HTTPRequest {
    /// The caller, for as long as the answer takes.
    func reader(_ gateway: Gateway) -> Reader { Reader(self, gateway.accounts) }
}
