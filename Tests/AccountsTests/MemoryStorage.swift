import Accounts
import Signals
import Synchronization

/// Accounts and sessions in memory.
final class MemoryStorage: AccountStorage {
    struct Kept {
        var accounts: [Int64: Account] = [:]
        var sessions: [String: Session] = [:]
        var tokens: [[UInt8]: (session: String, isUsed: Bool)] = [:]
        var settings: [String: String] = [:]
    }

    let kept = Mutex(Kept())

    func accounts() -> [Account] { kept.withLock { Array($0.accounts.values) } }

    func add(_ account: Account, person: Int64?) -> Account {
        kept.withLock { kept in
            var account = account
            account.id = person ?? Int64(kept.accounts.count + 1)
            kept.accounts[account.id] = account
            return account
        }
    }

    func change(_ account: Account) { kept.withLock { $0.accounts[account.id] = account } }

    func removeAccount(_ person: Int64) { kept.withLock { $0.accounts[person] = nil } }

    func sessions() -> [(session: Session, cookie: [UInt8]?)] {
        kept.withLock { kept in
            kept.sessions.values.map { session in
                let token = kept.tokens.first { $0.value.session == session.id }?.key
                return (session, session.kind == .cookie ? token : nil)
            }
        }
    }

    func add(_ session: Session, secret: [UInt8]) {
        kept.withLock { kept in
            kept.sessions[session.id] = session
            kept.tokens[secret] = (session.id, false)
        }
    }

    func session(ofRefreshToken hash: [UInt8]) -> (id: String, isUsed: Bool)? {
        kept.withLock { kept in
            guard let token = kept.tokens[hash], kept.sessions[token.session]?.kind == .token else { return nil }
            return (token.session, token.isUsed)
        }
    }

    func replaceRefreshToken(_ hash: [UInt8], by next: [UInt8], of session: Session) -> Bool {
        kept.withLock { kept in
            guard kept.tokens[hash]?.isUsed == false else { return false }
            kept.tokens[hash]?.isUsed = true
            kept.tokens[next] = (session.id, false)
            kept.sessions[session.id] = session
            return true
        }
    }

    func touch(_ session: Session) { kept.withLock { $0.sessions[session.id] = session } }

    func removeSessions(_ ids: [String]) {
        kept.withLock { kept in
            for id in ids { kept.sessions[id] = nil }
            kept.tokens = kept.tokens.filter { !ids.contains($0.value.session) }
        }
    }

    func accessSetting(_ name: String) -> String? { kept.withLock { $0.settings[name] } }

    func setAccess(_ name: String, to value: String) { kept.withLock { $0.settings[name] = value } }
}
