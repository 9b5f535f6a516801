/// Reads a whole value, in parts where one answer does not hold it (Core Specification 5.4, vol 3 part G, 4.8.1, 4.8.3).
struct LongRead: GATTProcedure {
    /// The most bytes that a value has (Core Specification 5.4, vol 3 part F, 3.2.9).
    static let longestValue = 512

    let handle: UInt16
    private var value: [UInt8] = []

    init(handle: UInt16) { self.handle = handle }

    mutating func begin(unit: Int) -> GATTStep { .ask(ATTReadRequest(handle: handle)) }

    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep {
        switch answer {
        case .readResponse(let response): return take(response.value, unit: unit)
        case .readBlobResponse(let response): return take(response.value, unit: unit)
        // The value filled the first answer to its last byte.
        case .errorResponse(let error)
        where !value.isEmpty && (error.code == .attributeNotLong || error.code == .invalidOffset):
            return .done(.value(value))
        case .errorResponse(let error): return .refused(error)
        default: return .strange
        }
    }

    private mutating func take(_ part: [UInt8], unit: Int) -> GATTStep {
        if value.isEmpty { value = part } else { value += part }
        guard value.count <= Self.longestValue else { return .fail(.malformed("the value is longer than 512 bytes")) }
        guard part.count >= unit - 1, value.count < Self.longestValue else { return .done(.value(value)) }
        return .ask(ATTReadBlobRequest(handle: handle, offset: UInt16(clamping: value.count)))
    }
}
