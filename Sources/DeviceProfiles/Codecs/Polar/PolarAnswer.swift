package import Signals

/// An answer of the Polar control point, FB005C81, or a message that it sends by itself (Polar BLE SDK, Online
/// Measurement).
package struct PolarAnswer: Hashable, Sendable {
    /// The first byte of an answer.
    package static let marker: UInt8 = 0xF0

    /// The operation that was asked for.
    package enum Operation: UInt8, Hashable, Sendable {
        case settings = 1
        case start = 2
        case stop = 3
        case sdkSettings = 4
        case status = 5
        case sdkStatus = 6
    }

    /// The error code of an answer.
    package enum Outcome: Hashable, Sendable {
        case none
        case operation, type, unsupported, length, parameter
        /// The stream runs already, or does not run: what was wanted holds.
        case alreadyInState
        case resolution, rate, range
        /// The link's transmission unit is too small.
        case transmissionUnit
        case channels, state
        /// The device is being charged.
        case charging
        case diskFull
        /// An undocumented code.
        case other(UInt8)

        init(_ code: UInt8) {
            let known: [Outcome] = [
                .none, .operation, .type, .unsupported, .length, .parameter, .alreadyInState, .resolution, .rate,
                .range, .transmissionUnit, .channels, .state, .charging, .diskFull,
            ]
            self = Int(code) < known.count ? known[Int(code)] : .other(code)
        }

        /// The code's meaning, in a sentence.
        package var words: String {
            switch self {
            case .none: "done"
            case .operation: "the device does not know this request"
            case .type: "the device does not know this stream"
            case .unsupported: "the device does not have this stream"
            case .length: "the request has a wrong length"
            case .parameter: "the device does not take these settings"
            case .alreadyInState: "the stream is already in that state"
            case .resolution: "the device does not have this resolution"
            case .rate: "the device does not have this sample rate"
            case .range: "the device does not have this range"
            case .transmissionUnit: "the link carries too few bytes at a time"
            case .channels: "the device does not have so many channels"
            case .state: "the device cannot do this now"
            case .charging: "the device is being charged"
            case .diskFull: "the device's memory is full"
            case .other(let code): "the device gives error \(code)"
            }
        }
    }

    /// The operation that was answered; nil in refusals that do not name it.
    package var operation: Operation?
    /// The number of the stream concerned.
    package var type: UInt8
    /// The error code; `.none` when the operation was done.
    package var error: Outcome
    /// The parameters, such as the settings on offer.
    package var parameters: [UInt8] = []

    /// Reads an answer. Refusals have 4 or 5 bytes, and one that comes before the transmission unit was raised does not
    /// name what it answers; a started stream's answer has 5 or 6 bytes, or settings.
    /// - Throws: `DecodeError` for bytes that are no answer.
    package init(_ bytes: RawSpan) throws(DecodeError) {
        var cursor = ByteCursor(bytes)
        guard try cursor.little(UInt8.self) == Self.marker else { throw DecodeError(.mismatch("no answer"), at: 0) }
        operation = Operation(rawValue: try cursor.little(UInt8.self))
        type = try cursor.little(UInt8.self)
        error = Outcome(try cursor.little(UInt8.self))
        // Whether more answers follow; none are known to be so long.
        guard error == .none, cursor.remaining > 1 else { return }
        try cursor.skip(1)
        parameters = try cursor.array(cursor.remaining)
    }

    /// The settings that the answer tells, none where it has none.
    /// - Throws: `DecodeError` for parameters that are no settings.
    package func settings() throws(DecodeError) -> PolarSettings {
        // A started stream may be confirmed with one byte that is no setting.
        guard parameters.count > 2 else { return PolarSettings() }
        var cursor = ByteCursor(parameters.span.bytes, base: 5)
        return try PolarSettings(&cursor)
    }
}

extension PolarAnswer {
    /// The type bytes of streams that the device stopped by itself, as it then tells on its control point; nil for any
    /// other message.
    package static func stopped(_ bytes: RawSpan) -> [UInt8]? {
        guard bytes.byteCount > 1, bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self) == 1 else { return nil }
        return (1..<bytes.byteCount).map { bytes.unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
}
