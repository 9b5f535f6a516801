import DeviceProfiles
import Signals

/// Profiles as the tests write them: the parts that matter around the parts that do not.
enum ProfileText {
    /// A whole profile; `parts` are members of the object, with a comma before each.
    static func profile(_ id: String = "test.device", revision: Int = 1, _ parts: String = "") -> [UInt8] {
        Array(
            """
            {"profile": 1, "id": "\(id)", "revision": \(revision), "name": "Test", "about": "A device for tests.",
             "sources": ["the test"], "verified": {"by": "documentation", "note": "none"}\(parts)}
            """.utf8)
    }

    /// A profile with one frame `f` and no vectors.
    static func frame(_ body: String, settings: String = "{}") -> [UInt8] {
        profile("test.device", ", \"settings\": \(settings), \"frames\": {\"f\": {\(body)}}")
    }

    /// The decoder of a frame.
    static func decoder(
        _ body: String, settings: String = "{}", choices: [String: String] = [:]
    ) throws -> FrameDecoder {
        let outcome = ProfileParser.parse(frame(body, settings: settings))
        guard let profile = outcome.profile, let format = profile.frame("f") else {
            throw Failure(.failed, outcome.problems.map(\.description).joined(separator: "; "))
        }
        return try FrameDecoder(format, settings: SettingValues(profile, choices: choices))
    }

    /// What a frame says.
    static func decode(_ body: String, _ hex: String) throws -> DecodedFrame {
        var frame = DecodedFrame()
        let bytes = HexText.bytes(hex) ?? []
        try decoder(body).decode(bytes.span.bytes, into: &frame)
        return frame
    }

    /// The problems of a profile alone.
    static func problems(_ parts: String) -> [String] {
        ProfileParser.parse(profile("test.device", parts)).problems.map(\.description)
    }

    /// The problems of a profile as the library sees it.
    static func verdict(_ parts: String) -> [String] {
        ProfileSet([.init(file: "test.json", bytes: profile("test.device", parts))]).problems.map(\.message)
    }
}

extension DecodedFrame {
    func values(of channel: String) -> [Float] { columns.first { $0.channel.rawValue == channel }?.values ?? [] }
}
