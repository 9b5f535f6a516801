/// Which profiles may fit a device, by what can be looked up at once: an advertisement is matched against a handful of
/// rules and not against all.
struct MatchIndex: Sendable {
    /// A rule of a profile, by the place of the profile.
    private struct Entry {
        var profile: Int
        var rule: MatchRule
    }

    private let profiles: [DeviceProfile]
    private var byService: [String: [Entry]] = [:]
    private var byManufacturer: [UInt16: [Entry]] = [:]
    /// Entries by the first three characters of a name.
    private var byName: [String: [Entry]] = [:]
    private var byVendor: [UInt16: [Entry]] = [:]
    /// Entries that have no such key and are always tried.
    private var others: [Entry] = []

    init(_ profiles: [DeviceProfile]) {
        self.profiles = profiles
        for (place, profile) in profiles.enumerated() {
            for rule in profile.match { insert(Entry(profile: place, rule: rule)) }
        }
    }

    private mutating func insert(_ entry: Entry) {
        switch entry.rule {
        case .bluetooth(let rule):
            if let service = rule.service ?? rule.serviceData {
                byService[service, default: []].append(entry)
            } else if let manufacturer = rule.manufacturer {
                byManufacturer[manufacturer, default: []].append(entry)
            } else if let name = rule.name, name.prefix.utf8.count >= 3 {
                byName[Self.key(name.prefix), default: []].append(entry)
            } else {
                others.append(entry)
            }
        case .usb(let rule):
            if let vendor = rule.vendor { byVendor[vendor, default: []].append(entry) } else { others.append(entry) }
        case .file: others.append(entry)
        }
    }

    private static func key(_ name: String) -> String { String(decoding: name.utf8.prefix(3), as: UTF8.self) }

    /// The profiles that fit, best first: by priority, then by how much their rule asks, then by name.
    func matches(_ subject: ProfileSubject) -> [DeviceProfile] {
        var fits: [Int: Int] = [:]
        func consider(_ entries: [Entry]?) {
            for entry in entries ?? [] where entry.rule.matches(subject) {
                fits[entry.profile] = max(fits[entry.profile] ?? 0, entry.rule.weight)
            }
        }
        switch subject {
        case .bluetooth(let subject):
            for service in subject.services { consider(byService[service]) }
            for service in subject.serviceData.keys { consider(byService[service]) }
            for manufacturer in subject.manufacturerData.keys { consider(byManufacturer[manufacturer]) }
            if let name = subject.name { consider(byName[Self.key(name)]) }
        case .usb(let subject): consider(byVendor[subject.vendor])
        case .file: break
        }
        consider(others)
        return fits.map { (profile: profiles[$0.key], weight: $0.value) }
            .sorted {
                ($1.profile.priority, $1.weight, $0.profile.id) < ($0.profile.priority, $0.weight, $1.profile.id)
            }
            .map(\.profile)
    }
}

extension MatchRule {
    /// How specific a rule is: the more it demands, the more it weighs.
    var weight: Int {
        switch self {
        case .bluetooth(let rule):
            (rule.address == nil ? 0 : 8) + (rule.name == nil ? 0 : 4) + (rule.data == nil ? 0 : 2)
                + (rule.manufacturer == nil ? 0 : 1) + (rule.service == nil ? 0 : 1)
                + (rule.serviceData == nil ? 0 : 1)
        case .usb(let rule):
            (rule.serial == nil ? 0 : 8) + (rule.productName == nil ? 0 : 4) + (rule.manufacturer == nil ? 0 : 2)
                + (rule.product == nil ? 0 : 1) + (rule.interface == nil ? 0 : 1)
        case .file(let rule): (rule.magic == nil ? 0 : 2) + (rule.name == nil ? 0 : 1)
        }
    }
}
