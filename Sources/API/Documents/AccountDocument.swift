import Accounts
import Documents

extension AccountDocument {
    /// A person as they see themselves, or as owners see them.
    init(_ account: Account, isForOwner: Bool = false) {
        self.init()
        userID = "\(account.id)"
        email = account.email
        // An owner entered the address, or the provider that vouches for the person had it proven.
        isEmailVerified = true
        displayName = account.displayName
        provider = account.external == nil ? .local : .oidc
        role = account.role
        created = isForOwner ? account.created : nil
    }
}

extension TokensDocument {
    /// What a program gets.
    init(_ grant: AccountRegistry.Grant) {
        self.init()
        (accessToken, refreshToken) = (SecretText(grant.accessToken), SecretText(grant.refreshToken))
        expiresIn = grant.expiresIn
    }
}

extension AuthSessionListDocument.Entry {
    /// A session.
    init(_ session: Session, isCurrent: Bool) {
        self.init()
        (id, device) = (session.id, session.device)
        kind =
            switch session.kind {
            case .token: .token
            case .cookie: .cookie
            }
        (created, used, expires) = (session.created, session.used, session.expires)
        self.isCurrent = isCurrent
    }
}
