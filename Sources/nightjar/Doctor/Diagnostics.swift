/// All checks of `nightjar doctor`, as functions of a machine.
struct Diagnostics: Sendable {
    let machine: Machine

    /// Where udev, systemd and their kin look for files, the administrator's first.
    static let settingFolders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]

    /// The findings in the order in which a person would mend them.
    func findings() -> [Finding] {
        [rules(), group(), mounting()] + antStick() + modules() + [
            radio(), rfkill(), capabilities(), kernel(), clock(), disk(), store(), network(),
        ]
    }

    /// Where a file of udev, systemd or sysusers is installed; nil when it is not.
    func installed(_ path: String) -> String? {
        machine.folder(holding: path, among: Self.settingFolders)
    }

    /// The command that installs rules, units and the account.
    static let install = "sudo make install && sudo udevadm control --reload && sudo udevadm trigger"
}
