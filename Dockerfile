# Debian 12 with Node, and what the project's own set-up installs; nothing else.
#   docker build --tag whereformer .
#   docker run --rm --init --publish 5173:5173 whereformer                     the page, at localhost:5173
#   docker run --rm --init --shm-size 1g whereformer npm test
FROM node:20-bookworm
WORKDIR /whereformer
# first what the set-up reads, so that other changes do not repeat it
COPY package.json package-lock.json .npmrc ./
COPY tools/*.mjs tools/
COPY tools/setup tools/setup
RUN npm run setup -- --tests
COPY . .
CMD ["npm", "start", "--", "--host"]
