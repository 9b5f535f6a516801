import Signals

/// Looks up every name that one part of a profile has of another, once the profiles that it extends are part of it.
struct ProfileChecker {
    private let profile: DeviceProfile
    private let codecs: CodecRegistry
    private var problems: [ProfileProblem] = []

    private init(_ profile: DeviceProfile, _ codecs: CodecRegistry) {
        self.profile = profile
        self.codecs = codecs
    }

    /// The faults of a profile that has been joined with its bases.
    static func check(_ profile: DeviceProfile, codecs: CodecRegistry) -> [ProfileProblem] {
        var checker = ProfileChecker(profile, codecs)
        checker.checkMatch()
        checker.checkFrames()
        checker.checkAccess()
        checker.checkVectors()
        return checker.problems
    }

    private mutating func report(_ path: String, _ message: String) {
        problems.append(ProfileProblem(path: path, message: message))
    }

    private mutating func checkMatch() {
        for (index, rule) in profile.match.enumerated() {
            guard case .usb(let rule) = rule, rule.namesBridgeOnly else { continue }
            report(
                "match[\(index)]",
                "these numbers belong to a chip that many makers build in; add product, manufacturer or serial")
        }
        for (index, confirmation) in profile.confirm.enumerated() {
            if case .firstFrame(let name) = confirmation { checkFrame(name, "confirm[\(index)]") }
        }
        if !profile.match.isEmpty, profile.bluetooth == nil, profile.usb == nil {
            report("", "it matches devices but says in neither ble nor usb how they are used")
        }
    }

    private mutating func checkFrames() {
        for name in profile.declaredStreams ?? [] {
            let isGiven = profile.frames.contains { $0.outputs.contains { $0.channel.rawValue == name } }
            if !isGiven { report("streams", "no frame gives “\(name)”") }
        }
        for frame in profile.frames {
            let path = "frames.\(frame.id)"
            if case .setting(let name)? = frame.rate { checkSetting(name, "\(path).rate") }
            if let codec = frame.codec, !codecs.contains(codec) {
                report("\(path).codec", "“\(codec)” is not built in; there are \(codecs.names.joined(separator: ", "))")
            }
            checkUnits(frame)
            for (index, field) in frame.fields.enumerated() {
                checkScale(field, "\(path).fields[\(index)]")
                for (place, member) in field.members.enumerated() {
                    checkScale(member, "\(path).fields[\(index)].struct[\(place)]")
                }
            }
        }
    }

    /// Units that the rest of the program assumes.
    private static let units: [Channel: SignalUnit] = [
        .acceleration: .standardGravity, .angularVelocity: .degreesPerSecond, .heartRate: .perMinute,
        .rrInterval: .milliseconds, .contact: .one, .energy: .kilojoules, .temperature: .celsius, .light: .lux,
        .battery: .volts, Channel(rawValue: "battery_level"): SignalUnit(rawValue: "%"),
        Channel(rawValue: "oxygen_saturation"): SignalUnit(rawValue: "%"),
        Channel(rawValue: "ecg"): SignalUnit(rawValue: "uV"),
    ]

    private mutating func checkUnits(_ frame: FrameFormat) {
        for output in frame.outputs {
            guard let unit = Self.units[output.channel], unit != output.unit else { continue }
            report(
                "frames.\(frame.id)",
                "\(output.channel.rawValue) is in \(unit.rawValue) everywhere, not in \(output.unit.rawValue); scale it"
            )
        }
    }

    private mutating func checkScale(_ field: FieldFormat, _ path: String) {
        guard let choice = field.scaleSetting else { return }
        guard let setting = profile.setting(choice.setting) else {
            return report("\(path).scale_by", "there is no setting “\(choice.setting)”")
        }
        guard case .choices(let choices) = setting.domain else {
            return report("\(path).scale_by", "“\(setting.id)” has no list of values")
        }
        for value in choices where choice.scales[value] == nil {
            report("\(path).scale_by", "there is no scale for \(setting.id) “\(value)”")
        }
    }

    private mutating func checkAccess() {
        if let access = profile.bluetooth {
            for (index, item) in access.subscriptions.enumerated() {
                for name in item.frames { checkFrame(name, "ble.notify[\(index)]") }
            }
            for (index, item) in access.readings.enumerated() { checkFrame(item.frame, "ble.read[\(index)]") }
            for (index, item) in access.adverts.enumerated() { checkFrame(item.frame, "ble.advert[\(index)]") }
            for (index, write) in access.start.enumerated() { checkWrite(write, "ble.start[\(index)]") }
            for (index, write) in access.stop.enumerated() { checkWrite(write, "ble.stop[\(index)]") }
            if let alive = access.connect.keepAlive { checkWrite(alive.write, "ble.connect.keep_alive") }
        }
        if let access = profile.usb {
            for name in access.frames { checkFrame(name, "usb.frame") }
            for (index, write) in access.start.enumerated() { checkWrite(write, "usb.start[\(index)]") }
            for (index, write) in access.stop.enumerated() { checkWrite(write, "usb.stop[\(index)]") }
        }
        if let acknowledgement = profile.acknowledgement { checkWrite(acknowledgement.write, "ack.write") }
    }

    private mutating func checkWrite(_ write: ProfileWrite, _ path: String) {
        for case .hole(let names, _) in write.template.parts {
            for name in names where !WriteTemplate.builtIn.contains(name) { checkSetting(name, path) }
        }
        let given = Set(profile.frames.flatMap(\.outputs).map(\.channel))
        for stream in write.streams.subtracting(given).map(\.rawValue).sorted() {
            report("\(path).for", "no frame gives “\(stream)”")
        }
        guard let condition = write.condition else { return }
        checkSetting(condition.setting, "\(path).when")
        guard let setting = profile.setting(condition.setting) else { return }
        for value in condition.values where !setting.allows(value) {
            report("\(path).when", "“\(value)” is no choice of \(setting.id)")
        }
    }

    private mutating func checkVectors() {
        for frame in profile.frames where !profile.vectors.contains(where: { $0.frame == frame.id }) {
            report("vectors", "there is none for the frame “\(frame.id)”; a frame proves itself or is not used")
        }
        for (index, vector) in profile.vectors.enumerated() {
            checkFrame(vector.frame, "vectors[\(index)]")
            for name in vector.settings.keys { checkSetting(name, "vectors[\(index)].settings") }
        }
    }

    private mutating func checkFrame(_ name: String, _ path: String) {
        if profile.frame(name) == nil { report(path, "there is no frame “\(name)”") }
    }

    private mutating func checkSetting(_ name: String, _ path: String) {
        if profile.setting(name) == nil { report(path, "there is no setting “\(name)”") }
    }
}
