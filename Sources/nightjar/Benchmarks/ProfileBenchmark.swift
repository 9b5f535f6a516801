import DeviceProfiles
import Signals

/// Frames decoded by a profile's fields, and the same frames by code written for them alone.
struct ProfileBenchmark {
    /// Which decoder is measured.
    enum Way { case profile, code }

    private static let frames = 20_000
    /// An acceleration frame as an H10 sends: 36 samples of three axes behind a header of ten bytes.
    private let bytes: [UInt8]
    private let decoder: FrameDecoder
    private let way: Way

    /// - Throws: `Failure` when the profile below is wrong.
    init(_ way: Way) throws {
        self.way = way
        let values = (0..<108).map { Int16(truncatingIfNeeded: $0 * 37 - 900) }
        bytes =
            [2, 0xEA, 0x54, 0xA2, 0x42, 0x8B, 0x45, 0x52, 0x08, 1]
            + values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        let outcome = ProfileParser.parse(Array(Self.text.utf8))
        guard let profile = outcome.profile, let frame = profile.frame("acceleration") else {
            throw Failure(.failed, "The profile of the benchmark is wrong: \(outcome.problems).")
        }
        decoder = try FrameDecoder(frame, settings: SettingValues(profile))
    }

    /// A profile with the fields that the codec `polar-pmd` decodes.
    private static let text = """
        {"profile": 1, "id": "benchmark", "revision": 1, "name": "Benchmark", "about": "Acceleration frames.",
         "sources": ["codec polar-pmd"], "verified": {"by": "documentation", "note": "compared with the codec"},
         "frames": {"acceleration": {"device_time": {"unit": "ns", "epoch": "2000-01-01"}, "fields": [
           {"type": "u8", "expect": 2}, {"type": "u64", "role": "device_time"}, {"type": "u8", "expect": 1},
           {"type": "i16", "names": ["x", "y", "z"], "repeat": "rest", "channel": "acceleration", "unit": "[g]",
            "scale": [1, 1000]}]}}}
        """

    /// Decodes the frames.
    /// - Throws: `DecodeError` when a decoder refuses them, `Failure` when both do not say the same.
    func run() throws -> Benchmark.Work {
        var frame = DecodedFrame()
        var codec = PolarCodec()
        var other = DecodedFrame()
        try decoder.decode(bytes.span.bytes, into: &frame)
        try codec.decode(bytes.span.bytes, into: &other)
        guard frame.columns == other.columns, frame.deviceTime == other.deviceTime else {
            throw Failure(.failed, "The profile and the codec do not decode the same.")
        }
        return try Benchmark.measure {
            for _ in 0..<Self.frames {
                switch way {
                case .profile: try decoder.decode(bytes.span.bytes, into: &frame)
                case .code:
                    other.clear()
                    try codec.decode(bytes.span.bytes, into: &other)
                }
            }
            return Self.frames * 36
        }
    }
}
