import Documents
import Runtime
import Signals

/// Reads the text of a profile strictly: what is not known is wrong, what is wrong is named with its path.
///
/// There is no recursion, there are no expressions, and every length is bounded before anything is made of it. Names
/// that other parts of a profile must have are looked up later (`ProfileChecker`), once the profiles that it extends
/// are known.
package struct ProfileParser {
    /// What reading gave: a profile without problems, or problems.
    package struct Outcome: Sendable {
        /// The profile, alone, without those that it extends; nil when it cannot be used.
        package var profile: DeviceProfile?
        /// The faults that were found.
        package var problems: [ProfileProblem]
        /// What could be read beside the faults, so that the rest can be looked at, too; nil where nothing could.
        var partial: DeviceProfile?
        /// Names that the text has, also those of parts that could not be read.
        var named = Names()
    }

    /// Names in the text of a profile.
    struct Names: Hashable, Sendable {
        /// Frames.
        var frames: Set<String> = []
        /// Settings.
        var settings: Set<String> = []
        /// Frames that have vectors.
        var proven: Set<String> = []
    }

    let problems = ProblemList()

    private static let keys: Set<String> = [
        "$schema", "profile", "id", "revision", "name", "maker", "about", "sources", "verified", "extends", "priority",
        "match", "confirm", "ble", "usb", "settings", "frames", "time", "ack", "streams", "capabilities", "vectors",
    ]

    /// Parses one profile.
    package static func parse(_ bytes: [UInt8]) -> Outcome {
        guard bytes.count <= DeviceProfile.maximumBytes else {
            let message = "a profile has at most \(DeviceProfile.maximumBytes) bytes, this one \(bytes.count)"
            return Outcome(profile: nil, problems: [ProfileProblem(path: "", message: message)])
        }
        let value: JSONValue
        do {
            value = try JSONValue(parsing: bytes)
        } catch {
            let line = bytes.prefix(error.offset).count { $0 == 0x0A } + 1
            let message = "this is not JSON: \(error), line \(line)"
            return Outcome(profile: nil, problems: [ProfileProblem(path: "", message: message)])
        }
        let parser = ProfileParser()
        let profile = parser.profile(ProfileNode(value: value, path: "", problems: parser.problems))
        let problems = parser.problems.problems
        return Outcome(
            profile: problems.isEmpty ? profile : nil, problems: problems, partial: profile, named: names(value))
    }

    private static func names(_ value: JSONValue) -> Names {
        var names = Names()
        guard let members = value.object else { return names }
        names.frames = Set(members["frames"]?.object?.keys.map(\.self) ?? [])
        names.settings = Set(members["settings"]?.object?.keys.map(\.self) ?? [])
        if case .array(let vectors)? = members["vectors"] {
            names.proven = Set(vectors.compactMap { $0.object?["frame"]?.string })
        }
        return names
    }

    private func profile(_ node: ProfileNode) -> DeviceProfile? {
        guard let object = node.object(Self.keys) else { return nil }
        if let version = object.required("profile"), version.integer() != DeviceProfile.formatVersion {
            version.report("this program understands version \(DeviceProfile.formatVersion)")
        }
        // Each is read whatever is wrong with the others, so that all faults are told at once.
        let id = object.required("id")?.identifier(dots: true)
        let revision = object.required("revision")?.integer(1...1_000_000)
        let name = object.required("name")?.text()
        let about = object.required("about")?.text(limit: 1000)
        let verification = object.required("verified").flatMap(verification)
        let sources = object.required("sources")?.elements(limit: 16).compactMap { $0.text(limit: 300) } ?? []
        if sources.isEmpty { object.report("sources must name at least one") }
        var profile = DeviceProfile(
            id: id ?? "", revision: revision ?? 1, name: name ?? "", maker: object["maker"]?.text(), about: about ?? "",
            sources: sources, verification: verification ?? .init(ground: .documentation, note: ""))
        profile.bases = object["extends"]?.elements(limit: 8).compactMap { $0.identifier(dots: true) } ?? []
        profile.priority = object["priority"]?.integer(-100...100) ?? 0
        profile.match = object["match"]?.elements(limit: 32).compactMap(matchRule) ?? []
        profile.confirm = object["confirm"]?.elements(limit: 8).compactMap(confirmation) ?? []
        profile.settings = object["settings"]?.entries(limit: 16).compactMap { setting($0.key, $0.node) } ?? []
        profile.bluetooth = object["ble"].flatMap(bluetooth)
        profile.usb = object["usb"].flatMap(usb)
        profile.frames = object["frames"]?.entries().compactMap { frame($0.key, $0.node) } ?? []
        profile.hideParts()
        profile.time = object["time"].map(timeModel) ?? TimeModel()
        profile.acknowledgement = object["ack"].flatMap(acknowledgement)
        profile.declaredStreams = object["streams"]?.elements(limit: 32).compactMap { $0.identifier() }
        profile.capabilities =
            object["capabilities"]?.elements().compactMap { $0.identifier().map { .init(rawValue: $0) } } ?? []
        profile.vectors = object["vectors"]?.elements(limit: 200).compactMap(vector) ?? []
        return profile
    }

    private func verification(_ node: ProfileNode) -> DeviceProfile.Verification? {
        guard let object = node.object(["by", "note"]) else { return nil }
        let ground = object.required("by")?.word(DeviceProfile.Verification.Ground.self)
        let note = object.required("note")?.text(limit: 500)
        guard let ground, let note else { return nil }
        return DeviceProfile.Verification(ground: ground, note: note)
    }

    private func setting(_ key: String, _ node: ProfileNode) -> ProfileSetting? {
        let keyNode = ProfileNode(value: .string(key), path: node.path, problems: problems)
        let id = keyNode.identifier()
        guard let object = node.object(["label", "unit", "values", "from", "to", "step", "length", "default"]) else {
            return nil
        }
        let label = object.required("label")?.text(limit: 80)
        let fallback = object.required("default")
        guard let id, let label, let fallback else { return nil }
        if WriteTemplate.builtIn.contains(id) { node.report("“\(id)” has a meaning of its own") }
        let domain: ProfileSetting.Domain
        if let values = object["values"] {
            let choices = values.elements(limit: 32).compactMap(plain)
            if choices.isEmpty { values.report("at least one value is expected") }
            domain = .choices(choices)
        } else if let length = object["length"] {
            guard let length = length.integer(1...64) else { return nil }
            domain = .text(maximum: length)
        } else {
            let from = object.required("from")?.integer(-1_000_000_000...1_000_000_000)
            let to = object.required("to")?.integer(-1_000_000_000...1_000_000_000)
            guard let from, let to else { return nil }
            guard from <= to else {
                node.report("“from” must not be above “to”")
                return nil
            }
            domain = .range(from...to, step: object["step"]?.integer(1...1_000_000) ?? 1)
        }
        let setting = ProfileSetting(
            id: id, label: label, unit: object["unit"]?.text(limit: 20), domain: domain,
            fallback: fallback.value == .string("") ? "" : plain(fallback) ?? "")
        if !setting.allows(setting.fallback) {
            fallback.report("“\(setting.fallback)” is not allowed; allowed: \(setting.allowance)")
        }
        return setting
    }

    /// A number or a text as the text that settings have.
    func plain(_ node: ProfileNode) -> String? {
        switch node.value {
        case .number(let number):
            guard let whole = Int(exactly: number) else {
                node.report("a whole number or a text is expected")
                return nil
            }
            return String(whole)
        default: return node.text(limit: 64)
        }
    }

    private func timeModel(_ node: ProfileNode) -> TimeModel {
        var model = TimeModel()
        guard let object = node.object(["model", "anchor", "reject", "settable"]) else { return model }
        model.clock = object.required("model")?.word(TimeModel.Clock.self) ?? .host
        model.anchor = object["anchor"]?.word(TimeModel.Anchor.self) ?? .newest
        model.isSettable = object["settable"]?.flag() ?? false
        if let reject = object["reject"]?.object(["before", "ahead_s"]) {
            model.rejectBefore = reject["before"]?.day()
            model.rejectAheadSeconds = reject["ahead_s"]?.integer(0...1_000_000_000)
        }
        return model
    }

    private func acknowledgement(_ node: ProfileNode) -> DeviceProfile.Acknowledgement? {
        guard let object = node.object(["write", "after"]) else { return nil }
        if let after = object.required("after"), after.value != .string("durable") {
            after.report("data are acknowledged after they are “durable” and never earlier")
        }
        return object.required("write").flatMap(write).map { DeviceProfile.Acknowledgement(write: $0) }
    }
}
