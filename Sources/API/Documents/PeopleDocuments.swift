import Accounts
import Documents
import Gateway
import Signals
import Store

extension StoreLossDocument {
    /// What may have been lost, with the folders of files only over the unix socket.
    init(_ gateway: Gateway, for request: HTTPRequest) {
        let tell = { request.isFromUnixSocket ? $0 : Failure.withoutFolders($0) }
        let loss = gateway.store.loss
        self.init()
        isLost = loss != nil
        reason = loss.map { tell($0.reason) }
        trouble = (gateway.storeTrouble ?? gateway.storeFault).map(tell)
        since = loss?.since
        hadAccounts = loss?.hadAccounts ?? false
        accounts = gateway.accounts.accounts.count
        people = gateway.wearerRegistry.people.count
    }
}

extension LeavingDocument {
    /// Somebody of whom everything is deleted.
    init(_ farewell: Gateway.PersonDeletion) {
        self.init()
        (userID, displayName, data) = ("\(farewell.person.id.rawValue)", farewell.person.name, .deleted)
        rows = farewell.rows
        recordingsKept = farewell.kept.map { Int($0.rawValue) }
        setAside = farewell.setAside
    }
}
