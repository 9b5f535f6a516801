import Signals

/// Looks up every name that one part of a profile has of another, once the profiles that it extends are part of it.
struct ProfileChecker {
    private let profile: DeviceProfile
    private let codecs: CodecRegistry
    private let named: ProfileParser.Names
    private var problems: [ProfileProblem] = []

    private init(_ profile: DeviceProfile, _ codecs: CodecRegistry, _ named: ProfileParser.Names) {
        self.profile = profile
        self.codecs = codecs
        self.named = named
    }

    /// The faults of a profile that has been joined with its bases.
    /// - Parameter named: the names in its text, so that what could not be read is not taken for absent.
    static func check(
        _ profile: DeviceProfile, codecs: CodecRegistry, named: ProfileParser.Names = .init()
    ) -> [ProfileProblem] {
        var checker = ProfileChecker(profile, codecs, named)
        checker.checkMatch()
        checker.checkFrames()
        checker.checkParts()
        checker.checkCalibration()
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
        if !profile.match.isEmpty, profile.bluetooth == nil, profile.usb == nil, named == .init() {
            report("", "it matches devices but says in neither ble nor usb how they are used")
        }
    }

    private mutating func checkFrames() {
        for name in profile.declaredStreams ?? [] where !hasUnread {
            let isGiven = profile.frames.contains { $0.outputs.contains { $0.channel.rawValue == name } }
            if !isGiven { report("streams", "no frame gives “\(name)”") }
        }
        for frame in profile.frames {
            let path = "frames.\(frame.id)"
            if case .setting(let name)? = frame.rate { checkRate(name, "\(path).rate") }
            if let codec = frame.codec, !codecs.contains(codec) {
                report("\(path).codec", "“\(codec)” is not built in; there are \(codecs.names.joined(separator: ", "))")
            }
            checkUnits(frame)
            if let spans = frame.spans { checkFraming(spans, isChecked: frame.check != nil, "\(path).spans") }
            checkScales(frame.fields, "\(path).fields")
        }
    }

    /// A setting that is a rate is nothing but a whole number above 0.
    private mutating func checkRate(_ name: String, _ path: String) {
        guard let setting = profile.setting(name) else { return checkSetting(name, path) }
        let isRate =
            switch setting.domain {
            case .choices(let choices): choices.allSatisfy { Int($0).map { $0 > 0 } ?? false }
            case .range(let range, _): range.lowerBound > 0
            case .text: false
            }
        if !isRate { report(path, "“\(name)” may be what is no rate: whole numbers above 0 are expected") }
    }

    private mutating func checkScales(_ fields: [FieldFormat], _ path: String) {
        for (index, field) in fields.enumerated() {
            checkScale(field, "\(path)[\(index)]")
            checkScales(field.members, "\(path)[\(index)].struct")
        }
    }

    /// What is cut out of a stream must be found again after bytes that belong to no frame.
    private mutating func checkFraming(_ framing: StreamFraming, isChecked: Bool, _ path: String) {
        if framing.isBlind, !isChecked {
            report(path, "neither sync nor the frame's check shows where a frame begins")
        }
        if framing.isLongAndBlind {
            let most = StreamFraming.longestBlind
            report(path, "without sync a frame has at most \(most) bytes: each byte may be the beginning of one")
        }
    }

    /// The frames that are put together.
    private mutating func checkParts() {
        var owners: [String: String] = [:]
        for frame in profile.frames where !frame.parts.isEmpty {
            for (index, name) in frame.parts.enumerated() {
                let path = "frames.\(frame.id).join[\(index)]"
                checkFrame(name, path)
                if let owner = owners.updateValue(frame.id, forKey: name) { report(path, "it is part of “\(owner)”") }
                guard let part = profile.frame(name) else { continue }
                if !part.parts.isEmpty { report(path, "“\(name)” is put together itself") }
                if let codec = part.codec {
                    report(path, "“\(name)” has no fields; what \(codec) decodes is not joined")
                }
                if part.sequenceModulo == nil, part.counter == nil {
                    report(path, "“\(name)” has no sequence and no counter to be joined by")
                }
                guard part.columns.count == 1, part.columns[0].axes.count == 1 else {
                    report(path, "“\(name)” holds more than values of one channel")
                    continue
                }
                if let output = frame.columns.first, part.columns[0].unit != output.unit {
                    report(path, "“\(name)” is in \(part.columns[0].unit.rawValue), not in \(output.unit.rawValue)")
                }
            }
        }
    }

    /// What corrects values must be read before they come.
    private mutating func checkCalibration() {
        let read = Set(profile.bluetooth?.readings.map(\.frame) ?? [])
        var kept: Set<String> = []
        for frame in profile.frames {
            for name in frame.fields.flatMap(\.withMembers).compactMap(\.keptAs) {
                kept.insert(name)
                if !read.contains(frame.id), !hasUnread {
                    report("frames.\(frame.id)", "it keeps “\(name)” and is not in ble.read")
                }
            }
        }
        for frame in profile.frames where !hasUnread {
            for calibration in frame.fields.flatMap(\.withMembers).compactMap(\.calibration) {
                for name in [calibration.offset, calibration.gain].compactMap(\.self) where !kept.contains(name) {
                    report("frames.\(frame.id)", "no frame keeps “\(name)”")
                }
            }
        }
    }

    /// Whether the text has frames that could not be read.
    private var hasUnread: Bool { named.frames.contains { profile.frame($0) == nil } }

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
            return checkSetting(choice.setting, "\(path).scale_by")
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
            let dialogues = DialogueRegistry.compiled
            for (place, name) in [("ble.dialogue", access.dialogue), ("ble.memory", access.memory)] {
                guard let name, !dialogues.contains(name) else { continue }
                report(place, "“\(name)” is not built in; there are \(dialogues.names.joined(separator: ", "))")
            }
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
            let isChecked = access.frames.allSatisfy { profile.frame($0)?.check != nil }
            checkFraming(access.framing, isChecked: isChecked, "usb.framing")
            for name in access.frames where profile.frame(name)?.spans != nil {
                report("usb.frame", "“\(name)” is cut out of the stream by usb.framing; it spans nothing")
            }
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
        for stream in write.streams.subtracting(given).map(\.rawValue).sorted() where !hasUnread {
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
        for frame in profile.frames
        where !named.proven.contains(frame.id) && !profile.vectors.contains(where: { $0.frame == frame.id }) {
            report("vectors", "there is none for the frame “\(frame.id)”; a frame proves itself or is not used")
        }
        for (index, vector) in profile.vectors.enumerated() {
            checkFrame(vector.frame, "vectors[\(index)]")
            for name in vector.settings.keys { checkSetting(name, "vectors[\(index)].settings") }
        }
    }

    private mutating func checkFrame(_ name: String, _ path: String) {
        if profile.frame(name) == nil, !named.frames.contains(name) { report(path, "there is no frame “\(name)”") }
    }

    private mutating func checkSetting(_ name: String, _ path: String) {
        if profile.setting(name) == nil, !named.settings.contains(name) {
            report(path, "there is no setting “\(name)”")
        }
    }
}
