/// Writes a whole value, in prepared parts where one request does not hold it (Core Specification 5.4, vol 3 part G,
/// 4.9.3, 4.9.4 and 4.9.5: each part must come back as it was sent).
struct LongWrite: GATTProcedure {
    let handle: UInt16
    let value: [UInt8]
    /// The part that was prepared last; the server must repeat it.
    private var part: ATTWritePart?
    /// Why the prepared parts are being discarded; nil while all is well.
    private var failure: GATTFailure?

    init(handle: UInt16, value: [UInt8]) {
        self.handle = handle
        self.value = value
    }

    mutating func begin(unit: Int) -> GATTStep {
        guard value.count <= LongRead.longestValue else { return .fail(.tooLong(limit: LongRead.longestValue)) }
        guard value.count > unit - 3 else { return .ask(ATTWriteRequest(handle: handle, value: value)) }
        return prepare(from: 0, unit: unit)
    }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .writeResponse: return .done(.done)
        case .executeWriteResponse: return end()
        case .prepareWriteResponse(let response):
            guard let part, response.part == part else { return forget(because: .echoMismatch) }
            let next = Int(part.offset) + part.value.count
            guard next < value.count else {
                self.part = nil
                return .ask(ATTExecuteWriteRequest(writes: true))
            }
            return prepare(from: next, unit: unit)
        case .errorResponse(let error):
            if failure != nil { return end() }
            guard let part, part.offset > 0 else { return .refused(error) }
            return forget(because: .refused(error.code, handle: error.handle))
        default: return .strange
        }
    }

    mutating func abandon() -> GATTStep? {
        // A write that is carried out already cannot be forgotten.
        part == nil ? nil : forget(because: .cancelled)
    }

    private mutating func prepare(from offset: Int, unit: Int) -> GATTStep {
        let end = min(value.count, offset + unit - 5)
        let next = ATTWritePart(
            handle: handle, offset: UInt16(clamping: offset), value: Array(value[offset..<end]))
        part = next
        return .ask(ATTPrepareWriteRequest(part: next))
    }

    private mutating func forget(because failure: GATTFailure) -> GATTStep {
        self.failure = failure
        part = nil
        return .ask(ATTExecuteWriteRequest(writes: false))
    }

    private func end() -> GATTStep {
        if let failure { .fail(failure) } else { .done(.done) }
    }
}
