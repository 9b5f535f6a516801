/// Checks of what would suspend the machine in the middle of a night.
extension Diagnostics {
    func sleep() -> [Finding] {
        guard canSleep else { return [.fine("sleep", "This machine does not suspend.")] }
        let findings = [idle(), lid()].compactMap(\.self) + timers() + desktops()
        // Some distributions let nobody but polkit look into them.
        let rules = ["/etc", "/usr/share"].map { machine.names("\($0)/polkit-1/rules.d") }
        let hasRule = rules.contains { $0.contains("60-nightjar.rules") } || rules[1].isEmpty
        guard hasRule else {
            return findings + [
                .notice(
                    "sleep",
                    "The service may not keep this machine awake while a night is recorded: its polkit rule is missing.",
                    remedy: Self.install)
            ]
        }
        guard findings.isEmpty else { return findings }
        return [
            .fine(
                "sleep", "Nothing is set to suspend this machine; while a night is recorded, nothing but its lid can.")
        ]
    }

    /// Whether the kernel can, and nobody has switched it off.
    private var canSleep: Bool {
        guard let states = machine.word("/sys/power/state"), !states.isEmpty else { return false }
        // Masked: a link to /dev/null, in which nothing can be read.
        if machine.read("/etc/systemd/system/sleep.target") == "" { return false }
        return setting("AllowSuspend", of: "sleep") != "no"
    }

    private func idle() -> Finding? {
        let action = setting("IdleAction", of: "logind") ?? "ignore"
        guard !["ignore", "lock"].contains(action) else { return nil }
        return .notice(
            "sleep",
            "logind is set to \(action) when nobody uses this machine; not while a night is recorded, else any time.",
            remedy: Self.set("IdleAction=ignore"))
    }

    private func lid() -> Finding? {
        guard !machine.names("/proc/acpi/button/lid").isEmpty else { return nil }
        let powered = setting("HandleLidSwitchExternalPower", of: "logind")
        let action =
            (powered.flatMap { $0.isEmpty ? nil : $0 }) ?? setting("HandleLidSwitch", of: "logind") ?? "suspend"
        guard !["ignore", "lock"].contains(action) else { return nil }
        return .notice(
            "sleep", "Closing the lid is set to \(action), while a night is recorded too: leave it open.",
            remedy: Self.set("HandleLidSwitch=ignore\\nHandleLidSwitchExternalPower=ignore"))
    }

    private static func set(_ lines: String) -> String {
        "sudo mkdir -p /etc/systemd/logind.conf.d && printf '[Login]\\n\(lines)\\n' | sudo tee "
            + "/etc/systemd/logind.conf.d/nightjar.conf && sudo systemctl kill -s HUP systemd-logind"
    }

    /// What systemd says of itself, else what its files say, those that are read last first.
    private func setting(_ key: String, of program: String) -> String? {
        if let told = machine.logind[key] { return told }
        var value: String?
        for root in ["/usr/lib", "/etc"] {
            let folder = "\(root)/systemd/\(program).conf.d"
            for file in ["\(root)/systemd/\(program).conf"] + machine.names(folder).map({ "\(folder)/\($0)" }) {
                for line in machine.read(file)?.split(separator: "\n") ?? [] where line.hasPrefix("\(key)=") {
                    value = String(line.dropFirst(key.count + 1))
                }
            }
        }
        return value
    }

    /// Timers of systemd and lines of cron that put the machine to sleep.
    private func timers() -> [Finding] {
        func sleeps(_ text: String) -> Bool {
            text.split(separator: "\n").contains { line in
                !line.hasPrefix("#")
                    && [
                        "suspend.target", "hibernate.target", "sleep.target", "systemctl suspend",
                        "systemctl hibernate",
                        "pm-suspend", "rtcwake",
                    ].contains { line.contains($0) }
            }
        }
        let units = ["/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system"]
        let timers = machine.names("/etc/systemd/system/timers.target.wants").filter { timer in
            let service = "\(timer.dropLast(6)).service"
            return [timer, service].contains { name in
                units.contains { machine.read("\($0)/\(name)").map(sleeps) ?? false }
            }
        }
        let tables = ["/etc/crontab"] + machine.names("/etc/cron.d").map { "/etc/cron.d/\($0)" }
        return timers.map {
            .notice(
                "sleep", "The timer \($0) puts this machine to sleep.", remedy: "sudo systemctl disable --now \($0)")
        }
            + tables.filter { machine.read($0).map(sleeps) ?? false }.map {
                .notice("sleep", "A line of \($0) puts this machine to sleep.", remedy: "sudo nano \($0)")
            }
    }

    /// What desktops are set to, as far as their files tell. GNOME's own are in a database that `gsettings` reads.
    private func desktops() -> [Finding] {
        var findings: [Finding] = []
        func told(_ desktop: String, _ remedy: String) {
            findings.append(
                .notice(
                    "sleep",
                    "\(desktop) suspends this machine when nobody uses it; not while a night is recorded, else any time.",
                    remedy: remedy))
        }
        let greeter = "/etc/gdm3/greeter.dconf-defaults"
        if let text = machine.read(greeter),
            !text.split(separator: "\n").contains(where: { $0.hasPrefix("sleep-inactive-ac-type='nothing'") })
        {
            told(
                "GNOME's login screen",
                "sudo sed -i \"s/^#* *sleep-inactive-ac-type=.*/sleep-inactive-ac-type='nothing'/\" \(greeter)")
        }
        guard let home = machine.home else { return findings }
        if let text = machine.read("\(home)/.config/xfce4/xfconf/xfce-perchannel-xml/xfce4-power-manager.xml"),
            text.split(separator: "\n").contains(where: {
                $0.contains("\"inactivity-on-ac\"") && !$0.contains("value=\"0\"") && !$0.contains("value=\"14\"")
            })
        {
            told("Xfce", "xfconf-query -c xfce4-power-manager -p /xfce4-power-manager/inactivity-on-ac -s 14")
        }
        // 1 is to suspend; the group is of the mains.
        if let text = machine.read("\(home)/.config/powerdevilrc"),
            Self.group("AC", of: text).contains(where: { $0.hasPrefix("AutoSuspendAction=") && !$0.hasSuffix("=0") })
        {
            told(
                "KDE",
                "kwriteconfig6 --file powerdevilrc --group AC --group SuspendAndShutdown --key AutoSuspendAction 0")
        }
        return findings
    }

    /// The lines of the groups of a file whose names begin so.
    private static func group(_ name: String, of text: String) -> [Substring] {
        var isInside = false
        return text.split(separator: "\n").filter { line in
            if line.hasPrefix("[") { isInside = line.hasPrefix("[\(name)]") }
            return isInside
        }
    }
}
