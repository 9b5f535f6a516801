package import Signals

/// The value of each setting: the user's choices over the profile's defaults.
package struct SettingValues: Hashable, Sendable {
    private var values: [String: String] = [:]

    /// The default value of every setting.
    package init(_ profile: DeviceProfile) {
        for setting in profile.settings { values[setting.id] = setting.fallback }
    }

    /// The fallbacks with `choices` over them.
    /// - Throws: `Failure` that names the setting and what it allows, for a choice that is not allowed or of no setting.
    package init(_ profile: DeviceProfile, choices: [String: String]) throws(Failure) {
        self.init(profile)
        for (name, value) in choices.sorted(by: { $0.key < $1.key }) {
            guard let setting = profile.setting(name) else {
                let known = profile.settings.map(\.id).joined(separator: ", ")
                throw Failure(
                    .usage,
                    "\(profile.name) has no setting “\(name)”; it has \(known.isEmpty ? "none" : known).")
            }
            guard setting.allows(value) else {
                throw Failure(
                    .usage, "\(setting.label) of \(profile.name) may be \(setting.allowance), not “\(value)”.")
            }
            values[name] = value
        }
    }

    /// The value of a setting; nil when the profile has none of that name.
    package subscript(name: String) -> String? { values[name] }
    /// A setting's value as a whole number; nil when it is none.
    package func number(_ name: String) -> Int? { values[name].flatMap { Int($0) } }
}

extension ProfileSetting {
    /// The values that may be chosen, in words.
    package var allowance: String {
        switch domain {
        case .choices(let choices): choices.joined(separator: ", ")
        case .range(let range, let step):
            "\(range.lowerBound) to \(range.upperBound)" + (step == 1 ? "" : " in steps of \(step)")
        case .text(let maximum): "a text of at most \(maximum) characters"
        }
    }
}
