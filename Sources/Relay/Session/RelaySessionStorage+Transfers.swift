import Glibc
import Runtime
import Signals
import Synchronization

extension RelaySessionStorage {
    func transfer(
        _ userInfo: RelayPayload, lifetime: Duration?, isComplication: Bool = false
    ) -> RelayUserInfoTransfer {
        let code = userInfo.error(limit: RelayLimits.userInfo)
        let text = code == nil ? userInfo.jsonText : []
        let now = WallClock().now.secondsSince1970
        let transfer = state.withLock { state in
            let id = state.newTransferID()
            let transfer = RelayUserInfoTransfer(id: id, userInfo: userInfo, session: self)
            state.userInfos[id] = transfer
            state.order.append(id)
            if isComplication { state.currentComplication = id }
            let packet =
                isComplication
                ? RelayPacket.complication(id: id, sequence: 0, payload: text)
                : .userInfo(id: id, sequence: 0, expires: lifetime.map { now + $0 / .seconds(1) }, payload: text)
            state.begin(id, packet, bytes: text.count, invalid: code)
            return transfer
        }
        wake()
        return transfer
    }

    func transfer(file: RelayFile) -> RelayFileTransfer {
        var code = (file.metadata ?? [:]).error(limit: RelayLimits.userInfo)
        if file.path.isEmpty || file.path.utf8.contains(0) { code = .invalidParameter }
        let transfer = state.withLock { state in
            let id = state.newTransferID()
            let transfer = RelayFileTransfer(id: id, file: file, session: self)
            state.files[id] = transfer
            state.order.append(id)
            state.begin(id, nil, bytes: 0, invalid: code)
            return transfer
        }
        wake()
        return transfer
    }

    /// Lists a transfer of an earlier run.
    func list(_ record: RelayTransferRecord) { state.withLock { $0.list(record, of: self) } }

    /// Removes a transfer that has ended.
    func end(_ record: RelayTransferRecord, _ error: RelayError?) -> (RelayUserInfoTransfer?, RelayFileTransfer?) {
        let (userInfo, file) = state.withLock { state in
            if state.userInfos[record.id] == nil, state.files[record.id] == nil { state.list(record, of: self) }
            let ended = (
                state.userInfos.removeValue(forKey: record.id), state.files.removeValue(forKey: record.id)
            )
            if state.order.count > 64 + 2 * (state.userInfos.count + state.files.count) {
                state.order.removeAll { state.userInfos[$0] == nil && state.files[$0] == nil }
            }
            state.machine.toNote.append(record.id)
            return ended
        }
        userInfo?.progress.setEnd(error)
        file?.progress.setEnd(error)
        return (userInfo, file)
    }
}

extension RelaySessionStorage.State {
    mutating func newTransferID() -> String {
        defer { nextTransfer += 1 }
        return "\(machine.hello.session)-\(nextTransfer)"
    }

    /// Queues a transfer, or says at once that it has ended.
    fileprivate mutating func begin(_ id: String, _ packet: RelayPacket?, bytes: Int, invalid: RelayError.Code?) {
        let error =
            standingError ?? invalid.map { RelayError($0) } ?? machine.transfer(id, packet, bytes: bytes)
        guard let error else {
            todo += machine.start(id, packet).map { .action($0) }
            return
        }
        let record = RelayTransferRecord(id: id, isFile: packet == nil, size: 0, created: 0, payload: [])
        todo.append(.action(.notify(.ended(record, error))))
    }

    fileprivate mutating func list(_ record: RelayTransferRecord, of session: RelaySessionStorage) {
        guard userInfos[record.id] == nil, files[record.id] == nil else { return }
        let payload = (try? RelayPayload(parsing: record.payload)) ?? [:]
        if record.isFile {
            let file = RelayFile(path: record.name ?? "", name: record.name ?? "", metadata: payload)
            files[record.id] = RelayFileTransfer(id: record.id, file: file, session: session, isStored: true)
        } else {
            userInfos[record.id] = RelayUserInfoTransfer(
                id: record.id, userInfo: payload, session: session, isStored: true)
            if record.isComplication { currentComplication = record.id }
        }
        order.append(record.id)
    }
}
