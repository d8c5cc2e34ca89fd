/* A clock that is behind: loaded before a program, it takes so many hours off what the clock on the wall says as the file
   named by CLOCK_BEHIND has, at every reading. What the machine counts by itself is left alone. Compiled by tcc without
   any headers. */

#ifdef __aarch64__
#define READ_CLOCK 113
#else
#define READ_CLOCK 228
#endif
#define ON_THE_WALL 0
#define ON_THE_WALL_ROUGHLY 5

struct span { long seconds, parts; };

long syscall(long number, ...);
int open(const char *path, int flags, ...);
long read(int file, void *into, unsigned long most);
int close(int file);
char *getenv(const char *name);

static long behind(void) {
    char text[32];
    long hours = 0;
    char *path = getenv("CLOCK_BEHIND");
    int file = path ? open(path, 0) : -1;
    if (file >= 0) {
        long length = read(file, text, sizeof text);
        for (long at = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++) hours = 10 * hours + text[at] - '0';
        close(file);
    }
    return 3600 * hours;
}

int clock_gettime(int clock, struct span *now) {
    int failed = syscall(READ_CLOCK, clock, now);
    if (!failed && (clock == ON_THE_WALL || clock == ON_THE_WALL_ROUGHLY)) now->seconds -= behind();
    return failed;
}

int gettimeofday(struct span *now, void *zone) {
    int failed = clock_gettime(ON_THE_WALL, now);
    now->parts /= 1000;
    return failed;
}

long time(long *now) {
    struct span read;
    clock_gettime(ON_THE_WALL, &read);
    if (now) *now = read.seconds;
    return read.seconds;
}
