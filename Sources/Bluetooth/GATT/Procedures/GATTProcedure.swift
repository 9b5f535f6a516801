/// A procedure of the client: asks, looks at the answer, asks again or comes to its end.
protocol GATTProcedure: Sendable {
    /// The first thing to ask. `unit` is the transmission unit in force.
    mutating func begin(unit: Int) -> GATTStep
    /// Looks at the answer to what was asked last: the response of the same kind or an error response.
    mutating func receive(_ answer: ATTMessage, unit: Int) -> GATTStep
    /// What must still be asked when nobody wants the outcome any more.
    mutating func abandon() -> GATTStep?
}

extension GATTProcedure {
    mutating func abandon() -> GATTStep? { nil }
}

/// What a procedure does next.
enum GATTStep {
    /// Sends a request and waits for its answer.
    case ask([UInt8])
    /// Ends with a reply or a failure.
    case finish(Result<GATTReply, GATTFailure>)

    static func ask(_ request: some ATTPDU) -> GATTStep { .ask(request.bytes) }
    static func done(_ reply: GATTReply) -> GATTStep { .finish(.success(reply)) }
    static func fail(_ failure: GATTFailure) -> GATTStep { .finish(.failure(failure)) }
    static func refused(_ error: ATTErrorResponse) -> GATTStep {
        .fail(.refused(error.code, handle: error.handle))
    }
    /// An answer of another kind than was asked for; the client lets none through.
    static var strange: GATTStep { .fail(.malformed("it answers another question")) }
}

/// The types of the attributes that make up a database (Core Specification 5.4, vol 3 part G, 3.1).
extension BluetoothUUID {
    static let primaryService = BluetoothUUID(0x2800)
    static let secondaryService = BluetoothUUID(0x2801)
    static let include = BluetoothUUID(0x2802)
    static let characteristic = BluetoothUUID(0x2803)
    static let characteristicConfiguration = BluetoothUUID(0x2902)
}
