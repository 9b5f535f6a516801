import Signals

/// What could be better in a profile that can be used.
enum ProfileAdvice {
    /// Advice on `own`, whose joined form is `joined`.
    static func give(_ own: DeviceProfile, _ joined: DeviceProfile) -> [ProfileProblem] {
        recognition(own) + proof(own) + use(own, joined)
    }

    private static func recognition(_ own: DeviceProfile) -> [ProfileProblem] {
        var advice: [ProfileProblem] = []
        for (index, rule) in own.match.enumerated() {
            guard case .bluetooth(let rule) = rule, rule.service == nil, rule.serviceData == nil,
                rule.manufacturer == nil, let name = rule.name
            else { continue }
            if name.prefix.utf8.count < 3 {
                advice.append(
                    ProfileProblem(
                        path: "match[\(index)].name",
                        message: "begin with three characters or more: every advertisement is compared with this rule"))
            }
            if own.confirm.isEmpty {
                advice.append(
                    ProfileProblem(
                        path: "confirm",
                        message: "a name alone may be anybody's; say a characteristic that the device must have"))
            }
        }
        return advice
    }

    private static func proof(_ own: DeviceProfile) -> [ProfileProblem] {
        own.frames.compactMap { frame in
            let vectors = own.vectors.filter { $0.frame == frame.id }
            let canFail = frame.minimum > 0 || frame.codec != nil
            guard canFail, !vectors.contains(where: { $0.expectation == .refused }) else { return nil }
            return ProfileProblem(
                path: "vectors", message: "none shows which bytes are refused as “\(frame.id)”")
        }
    }

    private static func use(_ own: DeviceProfile, _ joined: DeviceProfile) -> [ProfileProblem] {
        var used: Set<String> = []
        let access = joined.bluetooth
        let writes =
            (access?.start ?? []) + (access?.stop ?? []) + (joined.usb?.start ?? []) + (joined.usb?.stop ?? [])
        for write in writes {
            if let condition = write.condition { used.insert(condition.setting) }
            for case .hole(let names, _) in write.template.parts { used.formUnion(names) }
        }
        for frame in joined.frames {
            if case .setting(let name)? = frame.rate { used.insert(name) }
            for field in frame.fields.flatMap(\.withMembers) {
                if let choice = field.scaleSetting { used.insert(choice.setting) }
            }
        }
        var advice = own.settings.filter { !used.contains($0.id) }.map {
            ProfileProblem(path: "settings.\($0.id)", message: "nothing depends on it")
        }
        let reached =
            (access?.subscriptions.flatMap(\.frames) ?? []) + (access?.readings.map(\.frame) ?? [])
            + (access?.adverts.map(\.frame) ?? []) + (joined.usb?.frames ?? [])
        for frame in own.frames
        where !reached.contains(frame.id) && (frame.parts.isEmpty || !frame.parts.allSatisfy(reached.contains)) {
            advice.append(
                ProfileProblem(path: "frames.\(frame.id)", message: "nothing that the device sends is this frame"))
        }
        return advice
    }
}
