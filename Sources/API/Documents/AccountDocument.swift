import Accounts
import Documents
import Runtime

/// People who can sign in, their sessions and their tokens, as JSON.
enum AccountDocument {
    /// What a person is told of their own account.
    static func me(_ account: Account, _ json: inout JSONText) {
        json.field("user_id", "\(account.id)")
        json.field("email", account.email)
        // An owner entered the address, or the provider that vouches for the person had it proven.
        json.field("email_verified", true)
        json.field("display_name", account.displayName)
        json.field("auth_provider", account.external == nil ? "local" : "oidc")
        json.field("role", account.role.rawValue)
    }

    static func grant(_ grant: AccountRegister.Grant, _ json: inout JSONText) {
        json.field("access_token", grant.accessToken)
        json.field("refresh_token", grant.refreshToken)
        json.field("token_type", "bearer")
        json.field("expires_in", grant.expiresIn)
        json.field("scope", "full_access")
    }

    /// A person, as owners see them.
    static func person(_ account: Account, _ json: inout JSONText) {
        me(account, &json)
        json.field("created_s", account.created)
    }

    static func session(_ session: Session, isCurrent: Bool, _ json: inout JSONText) {
        json.object { json in
            json.field("id", session.id)
            json.field("kind", session.kind.rawValue)
            json.field("device", session.device)
            json.field("created_s", session.created)
            json.field("used_s", session.used)
            json.field("expires_s", session.expires)
            json.field("current", isCurrent)
        }
    }
}
