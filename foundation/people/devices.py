"""Names of devices, for log lines and lists: enough to recognize one's own, no more."""


def device_name(user_agent: str) -> str:
    """`iPhone, Safari`, from what a browser says of itself."""
    systems = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")
    browsers = {"Edg/": "Edge", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
    system = next((name for name in systems if name in user_agent), "")
    browser = next((name for mark, name in browsers.items() if mark in user_agent), "")
    return ", ".join(filter(None, [system.replace("Macintosh", "Mac").replace("CrOS", "Chromebook"), browser]))
