import DeviceProfiles
import Documents
import Runtime
import Signals
import TestKit
import Testing

/// The frames and values of the published unit tests.
struct PolarVectors {
    struct Vector: Decodable {
        var test: String
        var bytes: [String: String]
        var scalars: [String: Double]

        func data(_ name: String) throws -> [UInt8] {
            hex(try #require(bytes[name]))
        }
    }

    private struct File: Decodable { var vectors: [Vector] }

    let vectors: [Vector]

    init() throws {
        let json = try JSONValue(parsing: TestData.bytes("ble/polar_sdk_unit_tests.json"))
        vectors = try json.decoded(as: File.self).vectors
    }

    func named(_ test: String) throws -> Vector {
        try #require(vectors.first { $0.test == test })
    }
}

extension FrameCodec {
    /// One frame from bytes.
    mutating func frame(_ bytes: [UInt8]) throws(DecodeError) -> DecodedFrame {
        var frame = DecodedFrame()
        try decode(bytes.span.bytes, into: &frame)
        return frame
    }
}

extension DecodedFrame {
    /// The column of a channel.
    func column(_ name: String) -> Column? { columns.first { $0.channel.rawValue == name } }
    /// The values of a channel; empty when there is none.
    func values(_ name: String) -> [Float] { column(name)?.values ?? [] }
}

// A view of bytes stays within one plain function: in a test's body the compiler fails on it.
func pulseIntervals(_ bytes: [UInt8]) throws(DecodeError) -> [PulseInterval] {
    var cursor = ByteCursor(bytes.span.bytes)
    var pulses: [PulseInterval] = []
    while cursor.remaining > 0 { pulses.append(try PulseInterval(&cursor)) }
    return pulses
}

func ppgSettings(_ bytes: [UInt8]) throws(DecodeError) -> PPGSettings {
    let span = bytes.span.bytes
    return try PPGSettings(PolarFrameHeader(span), span)
}

func polarHeader(_ bytes: [UInt8]) throws(DecodeError) -> PolarFrameHeader {
    try PolarFrameHeader(bytes.span.bytes)
}

func polarSettings(_ bytes: [UInt8]) throws(DecodeError) -> PolarSettings {
    var cursor = ByteCursor(bytes.span.bytes)
    return try PolarSettings(&cursor)
}

func polarAnswer(_ bytes: [UInt8]) throws(DecodeError) -> PolarAnswer { try PolarAnswer(bytes.span.bytes) }

func polarStreams(_ bytes: [UInt8]) throws(DecodeError) -> Set<PolarStream> {
    try PolarFeatures(bytes.span.bytes).streams
}

func polarStopped(_ bytes: [UInt8]) -> [UInt8]? { PolarAnswer.stopped(bytes.span.bytes) }
